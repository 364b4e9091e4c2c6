"""Makes rouge.json with rouge-score 0.1.2 (pip install rouge-score==0.1.2).

Run: python make_rouge.py > rouge.json
"""

import json
import random

from rouge_score import rouge_scorer  # type: ignore[import-not-found]

TEXT = (
    "Vitamin K2 reduces fractures in older women, but K-1 did not (p<0.05). naïve "
    "Öl β-blockers 12.5% vs. 3 no no no effect effect"
)


def main() -> None:
    """Print random pairs of texts with their scores."""
    draw = random.Random(4)  # noqa: S311  no secret
    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=False)
    rows = []
    for _ in range(60):
        target, generated = (
            " ".join(draw.choices(TEXT.split(), k=draw.randrange(25))) for _ in range(2)
        )
        scores = scorer.score(target, generated)
        values = [[s.precision, s.recall, s.fmeasure] for s in scores.values()]
        rows.append([target, generated, values])
    print(json.dumps(rows, ensure_ascii=False, indent=0))  # noqa: T201


main()
