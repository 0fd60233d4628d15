"""What `all` makes. No rules here."""


def all_targets(wildcards):
    """Return the targets of every section that this run can make, and the report."""
    made = {
        "corpus": corpus_targets,
        "pools": pools_targets,
        "annotation": annotation_targets,
        "csfcube": csfcube_targets,
    }
    targets = [file for name in SECTIONS for file in made[name](wildcards)]
    return targets + report_targets(wildcards)
