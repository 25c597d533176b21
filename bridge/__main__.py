"""``python -m bridge`` is the ``rbridge`` command."""

from bridge.cli.entry import main

main()
