"""The files and settings that the choice of the pools' queries reads. No rules here."""

POOLS = config["pools"]


def collection_of_queries(wildcards):
    """Return the collection's files where the queries are its own, else nothing."""
    return [] if POOLS["queries"] else released_files(wildcards)


def query_quotas(wildcards):
    """Return the quotas of single queries by paper id, which YAML may read as a number."""
    return {str(paper_id): quota for paper_id, quota in POOLS["quotas"].items()}


def sheet_papers(wildcards):
    """Return the papers of every shard, for the query sheet, which comes before the queries."""
    lack = what_lacks("corpus") or lacks_filter(config["pools"]["filter"])
    refuse_lacking("The query sheet", lack)
    return corpus_papers(wildcards)


def sampled_ids(wildcards):
    """Return the file of ids that the query sheet is drawn from, nothing for a venue."""
    sample = POOLS["sample"]
    if sample["venue"] is None and sample["ids"] is None:
        what = "The query sheet is drawn from a venue or from a file of ids: both are null."
        where = f"pools.sample of run {config['run']!r}"
        hint = "set pools.sample.venue (acl as in the guidelines) or pools.sample.ids."
        raise UserError(Problem(what, where, hint))
    return sample["ids"] or []
