"""The votes of several judges on users' collections: agreement, outliers, orders of rankers."""
