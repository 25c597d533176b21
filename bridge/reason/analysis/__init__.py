"""What is valid and still not what its author will have meant: one rule of the linter per module.

``table.advice`` applies them to a ``Subject``, a program together with what its source says besides. None of it changes
what follows from a program.
"""
