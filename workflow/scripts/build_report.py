"""Put the run's report together from its sections: one page, and what they made besides."""

from paperpool.io.files import write_text
from paperpool.pages.fragments import read_fragments
from paperpool.pages.run_info import RunInfo
from paperpool.workflow.report.page import build_page
from paperpool.workflow.running.scripts import running

with running(snakemake):
    files = snakemake.input
    params = snakemake.params

    made = {}
    for path in files.sections:
        made |= read_fragments(path)
    run = RunInfo(config=files.config, building=snakemake.rule, **params.run)
    sections = {name: made.get(name) for name in params.order}
    write_text(snakemake.output.page, build_page(run, sections, next(iter(files.bench), None)))
    for page, name in params.pages.items():
        write_text(snakemake.output[page], made[name].pages[page])
