"""Test the order of texts, by examples of the alphabets of languages."""

from importlib.util import find_spec

import pytest

from cvrender.text import collation as module
from cvrender.text.collation import collation

ORDERS = [
    ("en", ["“A Study”", "Élan", "elder", "Łódź", "Zoo"]),
    ("de", ["Ärger", "arm", "Öl", "Olm", "Straße", "Strassen", "Über", "Zoo"]),
    ("sv", ["Anders", "Eva", "Zeta", "Åsa", "Ärla", "Örjan"]),
    ("pl", ["Adam", "Ćma", "Dom", "Las", "Łąka", "Mak", "Zebra", "Źdźbło", "Żaba"]),
    ("cs", ["Cesta", "Čas", "Hora", "Chata", "Ida", "Rok", "Řeka", "Zima", "Žena"]),
    ("tr", ["Can", "Çay", "Hat", "Işık", "İz", "Jale", "Oya", "Öz", "Su", "Şal"]),
    ("es", ["churro", "ciego", "nube", "ñu", "oso"]),
    ("ro", ["abac", "ăla", "sac", "șal", "tac", "țap"]),
    ("uk", ["гора", "ґава", "дім", "ера", "єнот", "игла", "ім'я", "їжак", "йод"]),
    ("ru", ["еда", "ёж", "ель", "жук"]),
    ("el", ["άλφα", "βήτα", "Έψιλον", "ωμέγα"]),
    ("fa", ["باد", "پدر", "تاب", "کار", "گل", "نان", "وقت", "هوا"]),
    ("vi", ["an", "ăn", "ân", "da", "đa", "em", "êm"]),
    ("ko", ["가을", "나무", "하늘"]),
    ("en", ["Part 2", "part 10"]),
]


@pytest.mark.parametrize("with_icu", [False, True] if find_spec("icu") else [False])
def test_order(with_icu: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not with_icu:
        monkeypatch.setattr(module, "find_spec", lambda name: None)
    collation.cache_clear()
    for language, expected in ORDERS:
        assert sorted(sorted(expected), key=collation(language)) == expected, language
    collation.cache_clear()


def test_texts_that_differ_have_different_keys() -> None:
    key = collation("en")
    assert len({key(text) for text in ("a", "A", "á", "“a")}) == 4
