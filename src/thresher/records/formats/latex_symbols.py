"""What the commands of LaTeX stand for in citation fields."""

__all__ = [
    "ACCENTS",
    "FORMATTING",
    "SUBSCRIPTS",
    "SUPERSCRIPTS",
    "SWITCHES",
    "SYMBOLS",
]

ACCENTS = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "d": "\u0323",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
    "t": "\u0361",
}
LETTERS = (
    "ss ß ae æ AE Æ oe œ OE Œ aa å AA Å o ø O Ø l ł L Ł i ı j ȷ dh ð DH Ð th þ TH Þ "  # noqa: RUF001
    "ng ŋ NG Ŋ dj đ DJ Đ"
)
GREEK = (
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ "  # noqa: RUF001
    "iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ varsigma ς tau τ "  # noqa: RUF001
    "upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ "  # noqa: RUF001
    "Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω"  # noqa: RUF001
)
SIGNS = (
    "textendash – textemdash — textquotesingle ' textquoteright ’ textquoteleft ‘ "  # noqa: RUF001
    'textquotedblleft “ textquotedblright ” textquotedbl " quotedblbase „ '
    "quotesinglbase ‚ guillemotleft « guillemotright » guilsinglleft ‹ "  # noqa: RUF001
    "guilsinglright › textbackslash \\ backslash \\ textasciitilde ~ "  # noqa: RUF001
    "textasciicircum ^ textunderscore _ textbraceleft { textbraceright } lbrace { "
    "rbrace } textbar | textless < textgreater > textdollar $ ldots … dots … "
    "textellipsis … cdots ⋯ copyright © textcopyright © textregistered ® "
    "texttrademark ™ pounds £ textsterling £ euro € texteuro € textyen ¥ S § P ¶ "
    "textsection § textparagraph ¶ dag † ddag ‡ textdegree ° degree ° textmu µ "
    "textordmasculine º textordfeminine ª textexclamdown ¡ textquestiondown ¿ "
    "times × texttimes × div ÷ pm ± textpm ± mp ∓ cdot · bullet • textbullet • "  # noqa: RUF001
    "leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ ll ≪ gg ≫ approx ≈ sim ∼ simeq ≃ equiv ≡ "  # noqa: RUF001
    "propto ∝ infty ∞ rightarrow → to → leftarrow ← leftrightarrow ↔ uparrow ↑ "
    "downarrow ↓ Rightarrow ⇒ prime ′ circ ° in ∈ cap ∩ cup ∪ subset ⊂ partial ∂ "  # noqa: RUF001
    "nabla ∇ sum ∑ int ∫ sqrt √ ast * lt < gt > langle ⟨ rangle ⟩ forall ∀ exists ∃"
)
_WORDS = f"{LETTERS} {GREEK} {SIGNS}".split()
SYMBOLS = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True)) | {
    "quad": " ",
    "qquad": " ",
    "space": " ",
    "newline": " ",
    "par": "\n\n",
}
FORMATTING_WORDS = (
    "textit textbf emph textsc textrm texttt textsf textup textmd textnormal text "
    "mathrm mathit mathbf mathcal mathbb mathsf mathtt mbox hbox ensuremath underline "
    "uppercase lowercase MakeUppercase MakeLowercase url href enquote path"
)
FORMATTING = frozenset(FORMATTING_WORDS.split())  # what they enclose stays
SWITCH_WORDS = (
    "em it bf rm sc tt sf sl small large Large tiny footnotesize normalsize bfseries "
    "itshape scshape rmfamily ttfamily sffamily protect relax displaystyle left right "
    "limits nolimits noopsort"
)
SWITCHES = frozenset(SWITCH_WORDS.split())  # they leave nothing
SUPERSCRIPTS = str.maketrans("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ")
SUBSCRIPTS = str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")
