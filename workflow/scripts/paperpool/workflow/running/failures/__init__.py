"""The workflow's failures: printed last, with problem, place and hint."""
