"""Mutation tests of the checker and of the admission convention; ``make mutants`` runs them."""
