"""Rankers: each scores the candidates of a query."""
