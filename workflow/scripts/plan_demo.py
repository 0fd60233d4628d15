"""Draw the plan of the demo corpus: the fields, years, topics and citations of its papers."""

from paperpool.demo.plan import make_plan, save_plan
from paperpool.scripts import running

with running(snakemake):
    save_plan(
        make_plan(snakemake.params.n_papers, snakemake.params.seed),
        snakemake.output.plan,
    )
