"""The run's configuration and its report.

Outputs: config.yaml, the merged configuration.
"""


rule write_config:
    output:
        config="<results>/config.yaml",
    log:
        "<logs>/write_config.log",
    params:
        text=merged_config,
        code=code_digest("write_config.py"),
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    conda:
        "../../envs/paperpool.yaml"
    message:
        "Writing the merged configuration"
    script:
        "../scripts/write_config.py"
