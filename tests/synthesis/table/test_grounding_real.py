"""With the shipped models, summary sentences on real reviews stand in a source."""

import gzip
import json
from pathlib import Path

from thresher.synthesis.shipped_models import read_studies
from thresher.synthesis.study import Study
from thresher.synthesis.synthesis import synthesised

EVERY_NTH = 12  # benchmarks/grounding.py takes all


def test_every_sentence_of_every_summary_is_grounded(data: Path) -> None:
    path = data / "synthesis" / "m3" / "level2.jsonl.gz"
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()[::EVERY_NTH]
    sentences = 0
    for line in lines:
        texts = json.loads(line)["input_text"].split("|||||")
        studies = [Study(id=str(at), abstract=text) for at, text in enumerate(texts)]
        found = synthesised(studies, reader=read_studies)
        sources = {read.study.id: read.study.text for read in found.table.studies}
        assert found.faults == ()
        for one in (*found.summary.sentences, *found.extract.sentences):
            assert one.references
            for reference in one.references:
                place = slice(reference.start, reference.end)
                assert sources[reference.study][place] == reference.quote
            sentences += 1
    assert len(lines) == 27
    assert sentences > 100
