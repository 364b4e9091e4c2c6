"""Names of one thing that no rule of spelling links."""

import functools
import re
from collections.abc import Mapping

__all__ = ["MAYBE_SAME", "SAME", "canonical"]

# Each line: the name kept, then others for exactly the same substance or measure.
_SAME = """
vitamin k2: menaquinone, menaquinones
vitamin k1: phylloquinone, phytonadione, phytomenadione
vitamin c: ascorbic acid, ascorbate
vitamin b1: thiamine, thiamin
vitamin b2: riboflavin
vitamin b3: niacin, nicotinic acid
vitamin b6: pyridoxine
vitamin b9: folic acid, folate
vitamin b12: cobalamin, cyanocobalamin
vitamin d3: cholecalciferol, colecalciferol
vitamin d2: ergocalciferol
vitamin e: tocopherol, alpha tocopherol
vitamin a: retinol
aspirin: acetylsalicylic acid, asa
paracetamol: acetaminophen
adrenaline: epinephrine
noradrenaline: norepinephrine
salbutamol: albuterol
pethidine: meperidine
furosemide: frusemide
ciclosporin: cyclosporine, cyclosporin
omega3 fatty acids: n3 fatty acids, omega3 polyunsaturated fatty acids, n3 pufa
selective serotonin reuptake inhibitors: ssris, ssri
nonsteroidal antiinflammatory drugs: nsaids, nsaid
proton pump inhibitors: ppis, ppi
cognitive behavioral therapy: cognitive behavior therapy, cbt
transcutaneous electrical nerve stimulation: tens
extracorporeal shock wave therapy: eswt
hyperbaric oxygen: hbo, hbot
bone mineral density: bmd
body mass index: bmi
systolic blood pressure: sbp
diastolic blood pressure: dbp
low density lipoprotein cholesterol: ldl cholesterol, ldlc, ldl c
high density lipoprotein cholesterol: hdl cholesterol, hdlc, hdl c
c reactive protein: crp
hemoglobin a1c: hba1c, glycated hemoglobin, glycosylated hemoglobin
quality of life: qol
health related quality of life: hrqol, hrql
visual analog scale: vas
myocardial infarction: heart attack
death: mortality, deaths, dying, all cause mortality, overall mortality, total mortality
pain: pain intensity, pain severity
adverse events: adverse effects, side effects, adverse reactions
length of stay: los, duration of hospital stay, length of hospital stay, hospital stay
length of stay: duration of hospitalization, length of hospitalization, duration of stay
length of stay: length of stay in hospital
"""
# Closely related, but a reader has to say whether they count as one here.
_MAYBE = """
vitamin k2: menatetrenone, mk4, mk7, menaquinone4, menaquinone7
vitamin k: vitamin k1, vitamin k2
vitamin d: vitamin d2, vitamin d3
bone mineral density: bone density, bone mass
death: survival
body mass index: body weight
low back pain: back pain
"""


def _read(lines: str) -> dict[str, str]:
    """Return the name kept for each other name."""
    found: dict[str, str] = {}
    for line in lines.strip().splitlines():
        name, _, others = line.partition(": ")
        found |= dict.fromkeys(others.split(", "), name)
    return found


SAME: Mapping[str, str] = _read(_SAME)
MAYBE_SAME: Mapping[str, str] = {
    other: name for other, name in _read(_MAYBE).items() if other != name
}


@functools.cache
def _forms() -> re.Pattern[str]:
    longest_first = sorted(SAME, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


def canonical(phrase: str) -> str:
    """Phrase in lower case with every known other name replaced by the one kept.

    Examples
    --------
    >>> canonical("menaquinone and calcium")
    'vitamin k2 and calcium'
    """
    return _forms().sub(lambda found: SAME[found.group()], phrase)
