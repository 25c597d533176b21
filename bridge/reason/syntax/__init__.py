"""Reading `.reason` text: tokens, statements with recovery, and the syntax tree."""
