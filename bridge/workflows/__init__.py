"""The library's front door: each use case is a function that returns a value.

What a person can do at the shell, a program can do with one call.
"""
