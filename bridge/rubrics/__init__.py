"""Rubrics: typed questions about a whole reply or trajectory, routed by ordered rules to one verdict."""
