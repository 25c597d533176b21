"""The admission convention: a judge's answer may stop an action or be demanded before one; it is never other evidence.

``table.violations`` says what a program breaks, ``table.enforce`` refuses it, ``strike.strike`` is the program without
its judgements. One rule per module; ``analysis`` holds the sets of literals that the rules speak about.
"""
