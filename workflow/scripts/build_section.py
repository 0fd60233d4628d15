"""Build sections of the run's report, each as a fragment that the report is put together from."""

from dataclasses import replace

from paperpool.pages.fingerprints import take_fingerprint
from paperpool.pages.fragments import write_fragments
from paperpool.pages.run_info import RunLabel
from paperpool.workflow.report.section_files import find_section, group_files, list_paths
from paperpool.workflow.running.scripts import running

with running(snakemake):
    label = RunLabel(**snakemake.params.run)
    files = group_files(snakemake.input)
    fragments = {}
    for name, settings in snakemake.params.settings.items():
        section_files = files.get(name, {})
        fragment = find_section(name).build_section(label, section_files, settings)
        fragments[name] = replace(fragment, made_of=take_fingerprint(list_paths(section_files)))
    write_fragments(snakemake.output.sections, fragments)
