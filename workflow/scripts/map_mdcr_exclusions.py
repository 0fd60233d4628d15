"""Write the paper ids of the papers that are never queries of MDCR, hashes mapped to ids."""

from paperpool.errors import name_some
from paperpool.io.files import write_text
from paperpool.workflow.corpus.papers import read_ids
from paperpool.workflow.mdcr.excluded import map_hashes
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    mapped = map_hashes(read_ids(snakemake.input.exclude), snakemake.input.paper_ids)
    logger.info("%d ids; %d names were paper hashes.", len(mapped.ids), mapped.n_hashes)
    if mapped.unknown:
        logger.warning(
            "%d hashes are not in paper-ids and exclude nothing: %s.",
            len(mapped.unknown),
            name_some(mapped.unknown),
        )
    for reason, n in sorted(mapped.refused.items()):
        logger.warning("%d rows of paper-ids could not be read: %s.", n, reason)
    write_text(snakemake.output.ids, "".join(f"{paper}\n" for paper in mapped.ids))
