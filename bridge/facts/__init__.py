"""Judgements, receipts and files become facts of a program, and one place merges them."""
