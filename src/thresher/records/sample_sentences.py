"""Sentences of the sample review, by study design, with gaps for its words."""

from dataclasses import dataclass

__all__ = [
    "AIMS",
    "BACKGROUNDS",
    "CLOSINGS",
    "DESIGNS",
    "FOREIGN_TITLES",
    "Design",
    "Ending",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """One way a study may come out: results and conclusions that fit together."""

    results: tuple[str, ...]
    conclusions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """How one kind of study is titled and told, section by section.

    An ending may be named more than once, so that it comes up more often.
    """

    name: str
    titles: tuple[str, ...]
    methods: tuple[str, ...]
    details: tuple[str, ...]
    endings: tuple[Ending, ...]


BACKGROUNDS = (
    "A concern for many {people} is {outcome}.",
    "Little is known about {care} in {people}.",
    "Clinicians often offer {care}, yet the benefit for {people} is debated.",
    "Problems with {outcome} are often missed in {setting}.",
    "The role of {mechanism} in {outcome} is not settled.",
    "Guidelines say little about {care}.",
    "Many {people} report trouble with {outcome}, and few are treated.",
    "Earlier work on {care} was small and had no comparison group.",
    "In {country}, demand for {qualifier} care is growing.",
    "Evidence linking {mechanism} with {second} is mixed.",
)
AIMS = (
    "We asked whether {care} changes {outcome} in {people}.",
    "The aim was to examine {care} with regard to {outcome}.",
    "Our objective was to describe {outcome} among {people}.",
    "This study set out to clarify how {care} relates to {outcome}.",
    "We sought to learn if {outcome} and {second} respond to {care}.",
)
CLOSINGS = (
    "Funding: {funder}.",
    "Registered before the first participant was enrolled.",
    "Larger studies over longer periods are warranted.",
    "The short follow-up limits what can be said.",
    "Work on {mechanism} should follow.",
    "Cost was not examined.",
)

TRIAL_BETTER = Ending(
    results=(
        "{Care} improved {outcome} compared with {comparator} (mean difference "
        "{effect}, 95% CI {low} to {high}).",
        "At {weeks} weeks {outcome} was significantly better with {care} than with "
        "{comparator} (p = {small_p}).",
        "{Outcome} improved significantly more in the {care} group (p = {small_p}).",
    ),
    conclusions=(
        "{Care} improved {outcome} in {people}.",
        "These findings support {care} for {people}.",
        "{Care} was effective for {outcome}.",
    ),
)
TRIAL_EVEN = Ending(
    results=(
        "{Outcome} did not differ between {care} and {comparator} (p = {large_p}).",
        "There was no significant difference in {outcome} between the groups (mean "
        "difference {slight}, 95% CI \N{MINUS SIGN}{high} to {high}).",
        "{Care} had no significant effect on {outcome} at {weeks} weeks (p = "
        "{large_p}).",
    ),
    conclusions=(
        "{Care} was safe but no better than {comparator}.",
        "{Care} did not improve {outcome} in {people}.",
        "We cannot recommend {care} for {outcome}.",
    ),
)
TRIAL_WORSE = Ending(
    results=(
        "{Outcome} worsened with {care} compared with {comparator} (p = {small_p}).",
        "At {weeks} weeks {outcome} was significantly worse with {care} than with "
        "{comparator} (mean difference {effect}, 95% CI {low} to {high}).",
    ),
    conclusions=(
        "{Care} worsened {outcome} and should be avoided.",
        "{Care} did harm to {outcome} in {people}.",
    ),
)
COHORT_BETTER = Ending(
    results=(
        "{Outcome} improved after {care} (change {effect} points, p = {small_p}).",
        "Those given {care} had significantly better {outcome} (p = {small_p}).",
    ),
    conclusions=(
        "{Care} was associated with better {outcome} in {people}.",
        "Causal claims need a randomised study.",
    ),
)
COHORT_EVEN = Ending(
    results=(
        "{Outcome} did not change after {care} (p = {large_p}).",
        "No association between {care} and {outcome} was seen (hazard ratio 1.02, "
        "p = {large_p}).",
    ),
    conclusions=(
        "{Care} was not associated with {outcome} in {people}.",
        "Staff should attend to {outcome} in {setting}.",
    ),
)

TRIAL = Design(
    name="trial",
    titles=(
        "Effect of {care} on {outcome} in {people}: a randomised controlled trial",
        "{Care} versus {comparator} for {outcome} in {people}",
        "{Qualifier} {plain_care} to improve {outcome}: a trial from {country}",
        "Can {care} improve {outcome}? A parallel-group trial in {people}",
        "{Care} and {outcome} among {people}: results of a pilot trial",
        "A double-blind comparison of {care} with {comparator} in {people}",
    ),
    methods=(
        "In {setting} in {country}, {n} {people} were randomly allocated to {care} "
        "or {comparator}.",
        "We randomised {n} participants to {weeks} weeks of {care} or to {comparator}.",
        "This parallel-group trial enrolled {n} {people} and compared {care} with "
        "{comparator}.",
        "Using a crossover design, {n} volunteers received {care} and {comparator} in "
        "random order.",
    ),
    details=(
        "The primary endpoint was {outcome} at {weeks} weeks.",
        "Assessors were blind to allocation.",
        "Secondary outcomes included {second} and adverse events.",
        "Analysis was by intention to treat.",
        "Allocation was concealed in sealed envelopes.",
    ),
    endings=(TRIAL_BETTER, TRIAL_BETTER, TRIAL_EVEN, TRIAL_EVEN, TRIAL_WORSE),
)
COHORT = Design(
    name="cohort",
    titles=(
        "{Care} and {outcome} in {people}: a prospective cohort study",
        "{Outcome} before and after {care} in {people}",
        "Association of {care} with {outcome}: registry data from {country}",
        "Predictors of {outcome} among {people} receiving {care}",
    ),
    methods=(
        "We followed {n} {people} at {setting} in {country} for {weeks} weeks.",
        "Records of {n} {people} given {care} were compared with matched controls.",
        "In a before-and-after study, {n} {people} began {care}.",
    ),
    details=(
        "Propensity scores balanced the groups.",
        "We recorded {outcome} at each visit.",
        "Cox models were adjusted for age, sex and {second}.",
        "Missing values were imputed.",
    ),
    endings=(COHORT_BETTER, COHORT_EVEN),
)
SURVEY = Design(
    name="survey",
    titles=(
        "Prevalence of {outcome} among {people}: a cross-sectional survey in {country}",
        "{Outcome} and its correlates in {people}",
        "{Care} and {outcome}: a questionnaire study of {people}",
        "Validation of a questionnaire on {outcome} in {people}",
    ),
    methods=(
        "A cross-sectional survey was sent to {n} {people} in {country}.",
        "We interviewed {n} {people} at {setting} once.",
        "A structured questionnaire on {outcome} and {second} was filled in by {n} "
        "{people}.",
    ),
    details=(
        "Logistic regression was used.",
        "Of all invited, {percent}% responded.",
        "Internal consistency and test-retest reliability were estimated.",
        "Correlations with {second} were computed.",
    ),
    endings=(
        Ending(
            results=(
                "Problems with {outcome} were reported by {fewer} of {n} respondents.",
                "In adjusted models, {care} predicted {outcome} (odds ratio {ratio}, "
                "p = {p}).",
                "Part of the variance was explained by {second}.",
                "Women reported more trouble with {outcome} than men.",
            ),
            conclusions=(
                "Problems with {outcome} are frequent in {people} and linked to "
                "{second}.",
                "Screening for {outcome} should be considered.",
                "The questionnaire is ready for use.",
            ),
        ),
    ),
)
REVIEW = Design(
    name="review",
    titles=(
        "{Care} for {outcome} in {people}: a systematic review and meta-analysis",
        "Management of {outcome} in {people}: a narrative review",
        "What do we know about {care} and {outcome}? An overview of reviews",
    ),
    methods=(
        "Five databases were searched for studies of {care} in {people}.",
        "We reviewed the literature on {outcome} and {care}.",
        "Two reviewers screened titles and extracted data on {outcome}.",
    ),
    details=(
        "Risk of bias was judged in duplicate.",
        "A random-effects model was used for pooling.",
        "The certainty of evidence was graded.",
    ),
    endings=(
        Ending(
            results=(
                "{few} trials with {n} participants were pooled; {outcome} improved "
                "(risk ratio {ratio}).",
                "Heterogeneity was high and most trials were small.",
                "Evidence on {second} was of very low certainty.",
            ),
            conclusions=(
                "{Care} may help {people}, but the evidence is weak.",
                "This review points to gaps in research on {outcome}.",
                "Better primary studies are needed.",
            ),
        ),
    ),
)
PROTOCOL = Design(
    name="protocol",
    titles=(
        "{Care} for {outcome} in {people}: study protocol for a randomised trial",
        "Protocol of a multicentre trial of {care} in {people}",
        "Rationale and design of a study of {care} and {outcome}",
    ),
    methods=(
        "We will randomise {n} {people} to {care} or {comparator}.",
        "In this planned trial {n} {people} will be recruited in {country}.",
    ),
    details=(
        "The primary outcome will be {outcome} at {weeks} weeks.",
        "A process evaluation will run alongside.",
        "Recruitment is expected to last two years.",
    ),
    endings=(
        Ending(
            results=(
                "Ethical approval has been granted and enrolment has begun.",
                "Results are expected and will be shared with {people}.",
            ),
            conclusions=(
                "The trial will show whether {care} improves {outcome}.",
                "If effective, {care} could be offered widely.",
            ),
        ),
    ),
)
ANIMAL = Design(
    name="animal",
    titles=(
        "{Care} alters {outcome} in a rat model: relevance to {people}",
        "A role of {mechanism} in the response to {care} in mice",
        "{Care} and {mechanism} in nephrectomised rats",
    ),
    methods=(
        "Male rats were given {care} or vehicle for {weeks} weeks.",
        "Mice underwent surgery to mimic the state of {people}.",
    ),
    details=(
        "Electrodes recorded cortical activity.",
        "Tissue was stained for markers of {mechanism}.",
        "Protein levels were measured by blotting.",
    ),
    endings=(
        Ending(
            results=(
                "{Care} altered {outcome} and reduced markers of {mechanism} "
                "(p = {p}).",
                "Knock-out animals did not respond.",
            ),
            conclusions=(
                "The data suggest {mechanism} as a candidate pathway for {outcome}.",
                "Translation to {people} is awaited.",
            ),
        ),
    ),
)
INTERVIEWS = Design(
    name="interviews",
    titles=(
        "Living with {outcome}: a qualitative study of {people}",
        "Views of {people} on {care}: an interview study",
        "Barriers to {care} in {setting}",
    ),
    methods=(
        "Semi-structured interviews were held with {few} {people}.",
        "We ran focus groups on {care} at {setting}.",
    ),
    details=(
        "Transcripts were coded by two researchers.",
        "Sampling went on until no new themes appeared.",
    ),
    endings=(
        Ending(
            results=(
                "Three themes emerged, among them {second} and {mechanism}.",
                "{People} described {outcome} as lonely and exhausting.",
            ),
            conclusions=(
                "Listening to {people} can improve {care}.",
                "Services should ask about {outcome}.",
            ),
        ),
    ),
)

DESIGNS = {
    design.name: design
    for design in (TRIAL, COHORT, SURVEY, REVIEW, PROTOCOL, ANIMAL, INTERVIEWS)
}

FOREIGN_TITLES = (
    ("de", "Ergebnisse einer klinischen Studie"),
    ("de", "Erfahrungen aus der täglichen Praxis"),
    ("es", "Resultados de un estudio clínico"),
    ("fr", "Résultats préliminaires d'une étude menée à l'hôpital"),
    ("pt", "Um estudo com seguimento de um ano"),
    ("pl", "Wyniki badania obserwacyjnego"),
    ("tr", "Klinik deneyim ve sonuçlar"),
    ("zh", "一项临床研究的结果"),
    ("ko", "임상 연구 결과"),
    ("ru", "Результаты клинического исследования"),
)
