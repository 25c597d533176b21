"""Reason programs: the model, the language, and everything that runs them."""
