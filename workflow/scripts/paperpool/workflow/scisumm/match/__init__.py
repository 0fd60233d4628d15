"""Rankers of the sentences of a reference paper for each citance."""
