"""What `all` makes. No rules here."""


def all_targets(wildcards):
    """Return the targets of every section that this run can make, and the report."""
    made = {"csfcube": csfcube_targets}
    return [file for name in SECTIONS for file in made[name](wildcards)]
