"""Candidate pools: what ranks a corpus for a query, and how pools are drawn from it."""
