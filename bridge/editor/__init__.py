"""In the editor: a language server for sources, and a lexer for Pygments (extra: ``reason-bridge[editor]``)."""
