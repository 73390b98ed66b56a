"""Check what Zotero's RDF says of talks."""

from cvrender.formats.content import Content
from cvrender.merge.readers import read_content

TALK = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
 xmlns:bib="http://purl.org/net/biblio#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:vcard="http://nwalsh.com/rdf/vCard#"
 xmlns:foaf="http://xmlns.com/foaf/0.1/"><rdf:Description rdf:about="#item_1"><z:itemType>presentation</z:itemType>
<z:type>Keynote</z:type>
<bib:presentedAt><bib:Conference><dc:title>Days of Engines</dc:title></bib:Conference></bib:presentedAt>
<dc:publisher><foaf:Organization><vcard:adr><vcard:Address><vcard:locality>Nowhere</vcard:locality></vcard:Address></vcard:adr>
</foaf:Organization></dc:publisher><z:presenters><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Example</foaf:surname>
<foaf:givenName>Ada</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></z:presenters><dc:title>On Engines</dc:title>
<dc:date>2020-05</dc:date></rdf:Description></rdf:RDF>"""


def test_a_talk_has_its_conference_type_and_place() -> None:
    (talk,) = read_content(Content(TALK.encode(), "zotero.rdf")).data["publications"]
    assert talk == {
        "type": "speech",
        "title": "On Engines",
        "authors": ["Ada Example"],
        "date": "2020-05",
        "venue": {"name": "Days of Engines", "location": "Nowhere"},
        "genre": "Keynote",
    }


def test_a_paper_without_proceedings_has_its_conference() -> None:
    paper = TALK.replace("presentation", "conferencePaper")
    (work,) = read_content(Content(paper.encode(), "zotero.rdf")).data["publications"]
    assert work["venue"] == "Days of Engines"
