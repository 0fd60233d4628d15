"""Build sections of the run's report, each as a fragment that the report is put together from."""

from dataclasses import replace

from paperpool.pages.fingerprints import take_fingerprint
from paperpool.pages.fragments import write_fragments
from paperpool.pages.run_info import RunLabel
from paperpool.workflow.report.reads import find_section, list_paths, place_files
from paperpool.workflow.running.scripts import running

with running(snakemake):
    run = RunLabel(**snakemake.params.run)
    fragments = {}
    for name, asked in snakemake.params.sections.items():
        section = find_section(name)
        files = place_files(section, asked, snakemake.input.files)
        fragment = section.build_section(run, files)
        fragments[name] = replace(fragment, made_of=take_fingerprint(list_paths(files)))
    write_fragments(snakemake.output.sections, fragments)
