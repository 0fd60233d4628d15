"""The files and settings that the rules of the annotators' preparation read. No rules here."""

EXAMPLES = config["annotation"]["examples"]
"""The user's own worked examples, if any."""


def instruction_files(wildcards):
    """Return the worked examples, the page's templates, and texts where an example names papers."""
    require_section("annotation")
    files = annotation_material(wildcards) if EXAMPLES else {}
    return files | {
        "examples": EXAMPLES or str(SHIPPED / "worked_examples.yaml"),
        "templates": templates_of("pages", "report/annotation"),
    }
