"""Comments are written above the values that they are about, and nothing else changes."""

from cvrender.load.yaml_edit import with_comments

TEXT = """\
person: {name: Ada Example, emails: [ada@example.org]}
bio: |
  One.

  Two.
awards:
  - title: Best   # of all
    date: 2020
  - Second
"""


def test_a_comment_is_above_its_value() -> None:
    comments = [
        (("person", "emails", 0), "a"),
        (("bio",), "b\nc"),
        (("awards", 0, "date"), "d"),
        (("awards", 1), "e"),
        (("x",), "f"),
    ]
    assert with_comments(TEXT, "ada.yaml", comments) == (
        "# a\n"
        + TEXT.replace("bio:", "# b\n# c\nbio:").replace("    date", "    # d\n    date").replace("  - Sec", "  # e\n  - Sec")
    )


def test_line_ends_stay() -> None:
    assert with_comments("bio: One\r\nx: 1\r\n", "ada.yaml", [(("x",), "a")]) == "bio: One\r\n# a\r\nx: 1\r\n"
