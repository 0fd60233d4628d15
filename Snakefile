"""The workflow, found here by plain `snakemake`; workflow/Snakefile says what its stages are."""


include: "workflow/Snakefile"


# `include` leaves the default target as it was: none
workflow.default_target = workflow.default_target or rules.all.rule.name
