"""Whether a command destroys data: the rules of ``shell_destructive``, by family (``families``)."""
