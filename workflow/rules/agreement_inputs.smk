"""The files and settings that the rules of agreement read. No rules here."""

PUBLISHED_AGREEMENT = str(BASE / "resources" / "published" / "csfcube_agreement.csv")
PUBLISHED_STATISTICS = str(BASE / "resources" / "published" / "csfcube_statistics.csv")

ANNOTATION_TABLES = (
    "agreement",
    "overruled",
    "collection",
    "facet_pairs",
    "source_grades",
    "reusability",
)


def annotated_collection(wildcards):
    """Return the files of the collection whose annotations are measured."""
    return csfcube_files(wildcards)


def agreement_targets(wildcards):
    """Return the tables that the annotations of a collection are described by."""
    require_section("csfcube")
    return [f"{RESULTS}/annotation/{name}.csv" for name in ANNOTATION_TABLES]
