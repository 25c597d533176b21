"""The command line: parse, call one workflow, render, exit. Each command imports what it needs when it runs."""
