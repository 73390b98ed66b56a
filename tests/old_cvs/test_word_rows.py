"""Rows of tables in Word are divided where empty paragraphs align their cells."""

from cvrender.old_cvs.office.word_rows import with_divided_rows


def _cell(*paragraphs: str) -> str:
    said = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" if text else "<w:p/>" for text in paragraphs)
    return f'<w:tc><w:tcPr><w:tcW w:w="1"/></w:tcPr>{said}</w:tc>'


def _table(*cells: str) -> str:
    return f"<w:body><w:tbl><w:tr><w:trPr/>{''.join(cells)}</w:tr></w:tbl></w:body>"


def test_dates_stand_in_the_rows_of_what_they_date_with_headings_of_the_margin() -> None:
    table = _table(
        _cell("Positions", "", "", "Education"),
        _cell("2020 Jun –", "2022 Jun", "", "", "2014–2015", "", "2011–2014"),
        _cell("Researcher", "Example Institute", "", "University of Example, MSc Biology", "", "Nowhere College, BSc"),
    )
    made = with_divided_rows(table)
    assert made.count("<w:tr>") == made.count("</w:tr>") == made.count("<w:trPr/>") == 3
    rows = made.split("</w:tr>")
    assert all(text in rows[0] for text in ("Positions", "2020 Jun –", "2022 Jun", "Researcher", "Example Institute"))
    assert all(text in rows[1] for text in ("Education", "2014–2015", "University of Example"))
    assert all(text in rows[2] for text in ("2011–2014", "Nowhere College"))
    assert rows[2].count("<w:tc>") == 3 and "<w:p/></w:tc>" in rows[2]


def test_rows_whose_cells_are_not_aligned_stay_as_they_are() -> None:
    uneven = _table(_cell("2020", "", "2019", "", "2018"), _cell("Researcher", "", "Assistant"))
    prose = _table(_cell("A paragraph that goes on for a while", "", "Another"), _cell("Researcher", "", "Assistant"))
    nested = _table(_cell("2020", "", "2019"), _cell("<w:tbl><w:tr></w:tr></w:tbl>", "", "Assistant"))
    for table in (uneven, prose, nested, _table(_cell("2020", "", "2019"))):
        assert with_divided_rows(table) == table
