"""Receipts: statements signed as DSSE envelopes, verified strictly, chained by their signed parent, and stored.

What is signed is the exact bytes of a statement under its payload type (``pae``). Everything else, the key id and every
column of the store included, is unsigned and decides nothing.
"""
