"""Write the metadata of a PDF: title, author, subject, keywords, language and date, in XMP and equally in the Info dictionary.

Also write what PDF/A-2a and 3a (ISO 19005-2 and 3) and PDF/UA-1 (ISO 14289-1) require
there: their identification, and the output intent.
"""

from collections.abc import Iterator

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from cvrender.model.document import Properties
from cvrender.system.clock import time_of
from cvrender.targets.pdf.tagging.srgb import srgb

_CREATOR = "cvrender"
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
%s
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>The part of ISO 14289 that the file follows</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


def write_metadata(pdf: pikepdf.Pdf, properties: Properties, part: int = 2) -> None:
    """Replace the metadata that TeX wrote by that of a Document. `part` is that of PDF/A, 3 for PDFs with attachments."""
    producer = str(pdf.docinfo.get("/Producer", _CREATOR))
    moment = time_of(properties.modified)
    info = {
        "Title": properties.title,
        "Author": properties.author,
        "Subject": properties.subject,
        "Keywords": ", ".join(properties.keywords),
        "Creator": _CREATOR,
        "Producer": producer,
    }
    if moment:
        info |= {name: moment.strftime("D:%Y%m%d%H%M%SZ") for name in ("CreationDate", "ModDate")}
    pdf.trailer.Info = pdf.make_indirect(Dictionary({f"/{name}": String(value) for name, value in info.items() if value}))
    when = moment.strftime("%Y-%m-%dT%H:%M:%SZ") if moment else ""
    metadata = pdf.make_stream((_XMP % "\n".join(_properties(properties, producer, when, part))).encode())
    metadata.Type, metadata.Subtype = Name.Metadata, Name.XML
    root = pdf.Root
    root.Metadata = metadata
    root.Lang = String(properties.language)
    root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
    if "/OpenAction" in root:  # hyperref's zoom of the first page
        del root.OpenAction
    _add_output_intent(pdf)
    for item in pdf.objects if "/Outlines" in root else ():
        if isinstance(item, Dictionary) and "/Title" in item and "/Parent" in item:
            item.Title = String(str(item.Title))  # a direct object, which some validators require


def _properties(properties: Properties, producer: str, when: str, part: int) -> Iterator[str]:
    yield f"<pdfaid:part>{part}</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>"
    yield f"<dc:title>{_alternatives(properties.title)}</dc:title>"
    yield f"<dc:creator><rdf:Seq><rdf:li>{_escaped(properties.author)}</rdf:li></rdf:Seq></dc:creator>"
    yield f"<dc:language><rdf:Bag><rdf:li>{_escaped(properties.language)}</rdf:li></rdf:Bag></dc:language>"
    if properties.subject:
        yield f"<dc:description>{_alternatives(properties.subject)}</dc:description>"
    if properties.keywords:
        words = "".join(f"<rdf:li>{_escaped(word)}</rdf:li>" for word in properties.keywords)
        yield f"<dc:subject><rdf:Bag>{words}</rdf:Bag></dc:subject>"
        yield f"<pdf:Keywords>{_escaped(', '.join(properties.keywords))}</pdf:Keywords>"
    yield f"<pdf:Producer>{_escaped(producer)}</pdf:Producer><xmp:CreatorTool>{_CREATOR}</xmp:CreatorTool>"
    if when:
        yield f"<xmp:CreateDate>{when}</xmp:CreateDate><xmp:ModifyDate>{when}</xmp:ModifyDate>"


def _alternatives(text: str) -> str:
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{_escaped(text)}</rdf:li></rdf:Alt>'


def _escaped(text: str) -> str:
    # html.escape does the same, but to import it takes a millisecond
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _add_output_intent(pdf: pikepdf.Pdf) -> None:
    profile = pdf.make_stream(srgb())
    profile.N = 3
    intent = Dictionary(Type=Name.OutputIntent, S=Name.GTS_PDFA1, OutputConditionIdentifier=String("sRGB"), Info=String("sRGB"))
    intent.DestOutputProfile = profile
    pdf.Root.OutputIntents = Array([intent])
