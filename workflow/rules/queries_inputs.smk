"""The files and settings that the choice of the pools' queries reads. No rules here."""

POOLS = config["pools"]


def collection_of_queries(wildcards):
    """Return the collection's files where the queries are its own, else nothing."""
    return [] if POOLS["queries"] else csfcube_files(wildcards)


def query_quotas(wildcards):
    """Return the quotas of single queries by paper id, which YAML may read as a number."""
    return {str(paper_id): quota for paper_id, quota in POOLS["quotas"].items()}
