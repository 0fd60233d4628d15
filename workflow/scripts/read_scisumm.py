"""Read a release of CL-SciSumm: its tables, its statistics and what is malformed in it."""

from paperpool.io.tables import write_csv, write_table
from paperpool.scisumm.read.release import find_missing, read_release
from paperpool.scisumm.read.statistics import corpus_statistics
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    output = snakemake.output
    params = snakemake.params

    release = read_release(params.folder, params.text_sources)
    for name in ("sentences", "citances", "gold", "texts"):
        write_table(output[name], getattr(release, name))
    parts = [(release.sentences, release.citances, release.gold), release.automatic]
    write_csv(output.corpus, corpus_statistics(parts))
    write_csv(output.malformed, release.malformed)
    for sentence in find_missing(release, params.text_sources):
        logger.warning("%s", sentence)
    logger.info("%d malformations.", len(release.malformed))
