"""The five guarantees of the admission convention, and a search for facts and answers that break them.

``laws`` says each guarantee of a program with its facts, over every ground atom; ``search`` looks for facts of people
and tools and answers of judges that break one, and makes what it finds as small as it can.
"""

from bridge.testing.guarantees.laws import LAWS, Violation, violation
from bridge.testing.guarantees.world import Ground, Opinion, World

__all__ = ["LAWS", "Ground", "Opinion", "Violation", "World", "violation"]
