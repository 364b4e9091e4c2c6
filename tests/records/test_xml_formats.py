"""EndNote, PubMed, MODS, MARC and Word XML, and what strangers put into XML."""

from collections.abc import Callable
from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.formats.endnote_xml import ENDNOTE_XML
from thresher.records.formats.marc_xml import MARC_XML
from thresher.records.formats.mods import MODS
from thresher.records.formats.protocol import Format
from thresher.records.formats.pubmed_xml import PUBMED_XML
from thresher.records.formats.word_xml import WORD_XML
from thresher.records.source import open_source
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]
FORMATS = [ENDNOTE_XML, PUBMED_XML, MODS, MARC_XML, WORD_XML]


def endnote(*titles: str) -> str:
    records = "".join(
        f"<record><rec-number>{number}</rec-number><titles><title>{title}</title>"
        "</titles></record>"
        for number, title in enumerate(titles, 1)
    )
    return f"<xml><records>{records}</records></xml>"


LAUGHS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))


@pytest.mark.parametrize(
    "subset",
    [
        f'[<!ENTITY l0 "lol">{LAUGHS}]',
        '[<!ENTITY x SYSTEM "file:///etc/passwd">]',
        '[<!ENTITY % x SYSTEM "http://a.org/x.dtd"> %x;]',
        '[<!ENTITY nbsp "&#160;">]',
    ],
)
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_entities_of_strangers_are_refused(
    imported: Import, form: Format, subset: str
) -> None:
    text = f"<?xml version='1.0'?>\n<!DOCTYPE xml {subset}>\n{endnote('&x;')}"
    with pytest.raises(FileError, match="entities of its own") as refused:
        imported(form, text.encode())
    assert refused.value.line == 2


def test_a_part_before_the_first_element_must_not_hide_entities(
    imported: Import,
) -> None:
    text = f"<!--{'x' * 100_000}--><!DOCTYPE x [<!ENTITY x 'y'>]>{endnote('&x;')}"
    with pytest.raises(FileError, match="no element begins"):
        imported(ENDNOTE_XML, text.encode())


def test_a_plain_document_type_does_no_harm(imported: Import) -> None:
    text = '<!DOCTYPE xml PUBLIC "-//x" "http://a.org/x.dtd">' + endnote("A")
    assert imported(ENDNOTE_XML, text.encode())[0][0].title == "A"


@pytest.mark.parametrize(
    ("printed", "title"),
    [
        ("a\x0bb\x00c", "a b c"),
        ("a&#x1F;b&#0;", "a b"),
        ("a&nbsp;b&eacute;", "a bé"),
        ("Salt & water", "Salt & water"),
        ("a &amp; b &#233; &lt;", "a & b é <"),
        ("<![CDATA[a & b]]>", "a & b"),
        ("<style face='bold'>Bold</style> <style>plain</style>", "Bold plain"),
    ],
)
def test_what_xml_forbids_is_mended(imported: Import, printed: str, title: str) -> None:
    records, _ = imported(ENDNOTE_XML, endnote(printed).encode())
    assert [record.title for record in records] == [title]


def test_mending_is_noted_and_a_sound_file_is_not(imported: Import) -> None:
    _, tally = imported(ENDNOTE_XML, endnote("a\x0bb").encode())
    assert [caution.line for caution in tally.cautions] == [1]
    assert not imported(ENDNOTE_XML, endnote("a &amp; b").encode())[1].cautions


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("utf-8", "UTF-8"),
        ("latin-1", "UTF-8"),
        ("latin-1", "ISO-8859-1"),
        ("utf-16", "UTF-16"),
        ("utf-8-sig", "no-such-encoding"),
        ("cp1252", "no-such-encoding"),
    ],
)
def test_the_bytes_count_more_than_the_declaration(
    imported: Import, encoding: str, declared: str
) -> None:
    text = f'<?xml version="1.0" encoding="{declared}"?>{endnote("Müde")}'
    assert imported(ENDNOTE_XML, text.encode(encoding))[0][0].title == "Müde"


def test_an_asian_encoding_is_believed_when_declared(imported: Import) -> None:
    text = f'<?xml version="1.0" encoding="Shift_JIS"?>{endnote("睡眠の質")}'
    assert imported(ENDNOTE_XML, text.encode("shift_jis"))[0][0].title == "睡眠の質"


def test_mixed_encodings_are_read_letter_by_letter(imported: Import) -> None:
    content = endnote("Müde", "X").encode().replace(b"X", b"M\xfcde")
    titles = [record.title for record in imported(ENDNOTE_XML, content)[0]]
    assert titles == ["Müde", "Müde"]


def test_a_reference_may_be_cut_by_the_end_of_a_piece(imported: Import) -> None:
    long = "&amp;&nbsp;" * 60_000
    title = imported(ENDNOTE_XML, endnote(long).encode())[0][0].title
    assert title == "& " * 59_999 + "&"


def test_a_record_cut_off_is_refused_with_its_line(imported: Import) -> None:
    text = endnote("A", "B").replace("<record>", "\n<record>").partition("B")[0]
    with pytest.raises(FileError, match="the XML is broken") as refused:
        imported(ENDNOTE_XML, text.encode())
    assert refused.value.line == 3


def test_an_end_missing_after_the_last_record_is_noted(imported: Import) -> None:
    text = endnote("A").replace("</records></xml>", "\n")
    records, tally = imported(ENDNOTE_XML, text.encode())
    assert [record.title for record in records] == ["A"]
    assert str(tally.cautions[0]) == "line 2: the XML breaks off after the last record"


def test_endnotes_fields_find_their_places(imported: Import) -> None:
    text = """<xml><records><record><database name="x" path="C:/x">x</database>
      <ref-type name="Conference Proceedings">10</ref-type>
      <contributors><authors><author>Ito, K</author><author>WHO</author></authors>
      <secondary-authors><author>Abe, S</author></secondary-authors></contributors>
      <titles><title>Sleep</title><secondary-title>Lung</secondary-title></titles>
      <periodical><full-title>Lung</full-title><abbr-1>L</abbr-1></periodical>
      <pages>1-9</pages><volume>3</volume><number>4</number><issue>5</issue>
      <keywords><keyword>a</keyword><keyword>b</keyword></keywords>
      <dates><year>2001</year><pub-dates><date>May</date></pub-dates></dates>
      <electronic-resource-num>doi: 10.1000/X</electronic-resource-num>
      <custom2>PMC12</custom2><abstract>One.&#xD;&#xD;Two.</abstract>
      <urls><related-urls><url>http://a.org</url><url>http://b.org</url></related-urls>
      </urls><research-notes>mine</research-notes></record></records></xml>"""
    record = imported(ENDNOTE_XML, text.encode())[0][0]
    assert record.authors == ("Ito, K", "WHO")
    assert (record.venue, record.issue, record.pages) == ("Lung", "4", "1-9")
    assert (record.kind, record.year, record.doi) == (
        "paper-conference",
        2001,
        "10.1000/x",
    )
    assert (record.pmcid, record.abstract) == ("PMC12", "One.\n\nTwo.")
    assert record.raw == (
        ("ref-type", "Conference Proceedings"),
        ("contributors/secondary-authors/author", "Abe, S"),
        ("periodical/abbr-1", "L"),
        ("issue", "5"),
        ("dates/pub-dates/date", "May"),
        ("urls/related-urls/url", "http://b.org"),
        ("research-notes", "mine"),
    )


PUBMED = """<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>123</PMID>
  <Article><Journal><ISSN>1-2</ISSN><JournalIssue><Volume>3</Volume><Issue>4</Issue>
  <PubDate>{date}</PubDate></JournalIssue><Title>Lung</Title>
  <ISOAbbreviation>L</ISOAbbreviation></Journal>
  <ArticleTitle>Sleep of <i>mice</i>.</ArticleTitle>
  <Pagination><StartPage>1</StartPage><EndPage>9</EndPage></Pagination>
  <ELocationID EIdType="doi">10.1000/X</ELocationID>
  <Abstract><AbstractText Label="AIM">Why.</AbstractText>
  <AbstractText Label="UNLABELLED">How.</AbstractText></Abstract>
  <AuthorList><Author><LastName>Ito</LastName><ForeName>Kei</ForeName>
  <Initials>K</Initials><Suffix>Jr</Suffix></Author>
  <Author><CollectiveName>The Group</CollectiveName></Author></AuthorList>
  <PublicationTypeList><PublicationType>Journal Article</PublicationType>
  </PublicationTypeList><VernacularTitle>Schlaf</VernacularTitle></Article>
  <MeshHeadingList><MeshHeading><DescriptorName>Mice</DescriptorName>
  <QualifierName>blood</QualifierName></MeshHeading>
  <MeshHeading><DescriptorName>Sleep</DescriptorName></MeshHeading></MeshHeadingList>
  <KeywordList><Keyword>rest</Keyword></KeywordList>
  <CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn">
  <RefSource>Lung</RefSource><PMID>999</PMID></CommentsCorrections>
  </CommentsCorrectionsList><CitationSubset>IM</CitationSubset></MedlineCitation>
  <PubmedData><ArticleIdList><ArticleId IdType="pubmed">123</ArticleId>
  <ArticleId IdType="pmc">PMC5</ArticleId><ArticleId IdType="pii">S1</ArticleId>
  </ArticleIdList><ReferenceList><Reference><ArticleIdList>
  <ArticleId IdType="doi">10.9000/other</ArticleId></ArticleIdList></Reference>
  </ReferenceList></PubmedData></PubmedArticle></PubmedArticleSet>"""


def test_pubmeds_fields_find_their_places(imported: Import) -> None:
    date = "<Year>2001</Year><Month>May</Month>"
    (record,), tally = imported(PUBMED_XML, PUBMED.format(date=date).encode())
    assert (record.id, record.pmid, record.pmcid) == ("123", "123", "PMC5")
    assert (record.doi, record.year, record.pages) == ("10.1000/x", 2001, "1-9")
    assert (record.title, record.venue) == ("Sleep of mice.", "Lung")
    assert "10.9000/other" not in str(record)
    assert record.abstract == "AIM: Why.\nHow."
    assert record.authors == ("Ito, Kei, Jr", "The Group")
    assert record.keywords == ("Mice/blood", "Sleep", "rest")
    assert ("VernacularTitle", "Schlaf") in record.raw
    assert ("RetractionIn", "999") in record.raw
    assert ("PubDate", "2001-May") in record.raw
    assert ("pii", "S1") in record.raw
    assert tally.dropped == {"Year": 1, "Month": 1, "CitationSubset": 1, "RefSource": 1}


def test_a_season_for_a_date_still_has_its_year(imported: Import) -> None:
    date = "<MedlineDate>2001 Spring-Summer</MedlineDate>"
    record = imported(PUBMED_XML, PUBMED.format(date=date).encode())[0][0]
    assert record.year == 2001


def test_citations_without_a_wrapper_are_read(imported: Import) -> None:
    text = PUBMED.format(date="").partition("<PubmedArticle>")[2]
    bare = text.partition("<PubmedData>")[0]
    wrapped = f"<MedlineCitationSet>{bare}</MedlineCitationSet>"
    assert [r.id for r in imported(PUBMED_XML, wrapped.encode())[0]] == ["123"]


def test_books_and_their_chapters_are_read(imported: Import) -> None:
    text = """<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>7</PMID>
      <ArticleTitle>{chapter}</ArticleTitle><Book><BookTitle>Sleep</BookTitle>
      <PubDate><Year>2001</Year></PubDate><AuthorList Type="editors"><Author>
      <LastName>Abe</LastName></Author></AuthorList></Book>
      <OtherAbstract><AbstractText>Autre.</AbstractText></OtherAbstract>
      </BookDocument></PubmedBookArticle></PubmedArticleSet>"""
    book = imported(PUBMED_XML, text.format(chapter="").encode())[0][0]
    assert (book.title, book.kind, book.year) == ("Sleep", "book", 2001)
    assert (book.abstract, ("Editor", "Abe") in book.raw) == ("Autre.", True)
    chapter = imported(PUBMED_XML, text.format(chapter="One").encode())[0][0]
    assert (chapter.title, chapter.venue, chapter.kind) == ("One", "Sleep", "chapter")


def test_mods_fields_find_their_places(imported: Import) -> None:
    text = """<m:modsCollection xmlns:m="http://www.loc.gov/mods/v3"><m:mods ID="k1">
      <m:titleInfo type="alternative"><m:title>Other</m:title></m:titleInfo>
      <m:titleInfo><m:nonSort>The</m:nonSort><m:title>Sleep</m:title>
      <m:subTitle>A study</m:subTitle><m:partNumber>2</m:partNumber></m:titleInfo>
      <m:name><m:namePart type="given">K</m:namePart>
      <m:namePart type="family">Ito</m:namePart></m:name>
      <m:name><m:namePart>Abe, S, 1951-1999</m:namePart><m:role>
      <m:roleTerm>aut</m:roleTerm></m:role></m:name>
      <m:name><m:namePart>Ueda</m:namePart><m:role>editor</m:role></m:name>
      <m:genre>journal article</m:genre><m:abstract>Long.</m:abstract>
      <m:subject><m:topic>rest</m:topic></m:subject>
      <m:identifier type="doi">10.1000/X</m:identifier>
      <m:identifier type="isbn">123</m:identifier>
      <m:location><m:url>http://a.org</m:url></m:location>
      <m:relatedItem type="host"><m:titleInfo><m:title>Lung</m:title></m:titleInfo>
      <m:part><m:detail type="volume"><m:number>3</m:number></m:detail>
      <m:detail type="chapter">5</m:detail><m:extent><m:start>1</m:start>
      <m:end>9</m:end></m:extent><m:date>2001</m:date></m:part></m:relatedItem>
      </m:mods></m:modsCollection>"""
    record = imported(MODS, text.encode())[0][0]
    assert (record.id, record.title) == ("k1", "The Sleep. 2: A study")
    assert record.authors == ("Ito, K", "Abe, S")
    assert (record.venue, record.volume, record.pages) == ("Lung", "3", "1-9")
    assert (record.year, record.doi, record.url) == (2001, "10.1000/x", "http://a.org")
    assert (record.kind, record.keywords) == ("article-journal", ("rest",))
    raw = dict(record.raw)
    assert (raw["alternative"], raw["editor"], raw["isbn"]) == ("Other", "Ueda", "123")
    assert raw["chapter"] == "5"


def test_marc_with_an_unbound_prefix_is_read(imported: Import) -> None:
    text = """<zs:records><zs:record><zs:recordData><record>
      <controlfield tag="001">BV1</controlfield><controlfield tag="005">x</controlfield>
      <datafield tag="100"><subfield code="a">Ito, K</subfield></datafield>
      <datafield tag="700"><subfield code="a">Abe</subfield>
      <subfield code="4">edt</subfield></datafield>
      <datafield tag="245"><subfield code="a">Sleep :</subfield>
      <subfield code="b">a study</subfield><subfield code="c">K</subfield></datafield>
      <datafield tag="264"><subfield code="c">[2001]</subfield></datafield>
      <datafield tag="024"><subfield code="a">10.1000/X</subfield>
      <subfield code="2">doi</subfield></datafield>
      <datafield tag="502"><subfield code="a">Diss.</subfield></datafield>
      <datafield tag="650"><subfield code="a">Rest</subfield>
      <subfield code="x">History</subfield></datafield>
      </record></zs:recordData></zs:record></zs:records>"""
    (record,), tally = imported(MARC_XML, text.encode())
    assert tally.starts == 1
    assert (record.id, record.title, record.year) == ("BV1", "Sleep: a study", 2001)
    assert (record.authors, record.kind) == (("Ito, K",), "thesis")
    assert (record.doi, record.keywords) == ("10.1000/x", ("Rest / History",))
    assert ("700a", "Abe") in record.raw


def test_words_sources_find_their_places(imported: Import) -> None:
    text = """<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/
bibliography"><b:Source><b:Tag>Ito01</b:Tag><b:SourceType>InternetSite</b:SourceType>
      <b:Title>Sleep</b:Title><b:Year>2001</b:Year><b:Author><b:Author><b:NameList>
      <b:Person><b:Last>Ito</b:Last><b:First>K</b:First><b:Middle>B</b:Middle></b:Person>
      </b:NameList></b:Author><b:Editor><b:Corporate>WHO</b:Corporate></b:Editor>
      </b:Author><b:BIBTEX_KeyWords>a; b</b:BIBTEX_KeyWords><b:City>Bern</b:City>
      </b:Source><b:Source><b:SourceType>Unheard</b:SourceType></b:Source></b:Sources>"""
    first, second = imported(WORD_XML, text.encode())[0]
    assert (first.id, first.authors, first.kind) == ("Ito01", ("Ito, K B",), "webpage")
    assert first.keywords == ("a", "b")
    assert ("Editor", "WHO") in first.raw
    assert (second.id, second.kind) == ("2", "")


def test_each_xml_is_known_by_its_elements(tmp_path: Path) -> None:
    starts = {
        ENDNOTE_XML: "<xml><records><record><rec-number>1</rec-number>",
        PUBMED_XML: "<PubmedArticleSet><PubmedArticle>",
        MODS: "<?xml version='1.0'?><m:mods xmlns:m='x'>",
        MARC_XML: "<collection><record><datafield tag='1'>",
        WORD_XML: "<b:Sources xmlns:b='x/officeDocument/2006/bibliography'><b:Source>",
    }
    path = tmp_path / "file"
    for known, text in [
        *starts.items(),
        (None, "records, rec-number"),
        (None, "<html>"),
    ]:
        path.write_text(text)
        source = open_source(path)
        assert [form for form in FORMATS if form.recognises(source)] == (
            [known] if known else []
        )


def test_a_record_cut_off_before_its_first_field_is_refused_too(
    imported: Import,
) -> None:
    text = endnote("A", "B").partition("</record>")[0] + "</record><record>"
    with pytest.raises(FileError, match="the XML is broken"):
        imported(ENDNOTE_XML, text.encode())
