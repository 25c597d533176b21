"""Packages: a closed session as a folder that anybody can verify, in the layout that Treeship publishes.

``seal`` writes one, ``verify`` reads one and says what holds, row by row (spec: Judge and receipts, section 7). One
module for each family of rows; ``verdict`` draws the one word from them.
"""
