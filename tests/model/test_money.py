"""Check the grammar of sums of money: notations of many countries, and that nothing is guessed."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.model.annotations import Invalid
from cvrender.model.money import Money, read_money

READ = {
    "€1.2 million": (1_200_000, "EUR"),
    "€1,2 million": (1_200_000, "EUR"),
    "$2.5M": (2_500_000, "$"),
    "500k USD": (500_000, "USD"),
    "USD 1.5M": (1_500_000, "USD"),
    "US$ 500,000 USD": (500_000, "USD"),
    "1,5 Mio. EUR": (1_500_000, "EUR"),
    "1,5 Mio EUR.": (1_500_000, "EUR"),
    "500 Tsd. Euro": (500_000, "EUR"),
    "TEUR 500": (500_000, "EUR"),
    "500 T€": (500_000, "EUR"),
    "k€ 500": (500_000, "EUR"),
    "0,5 Mrd. €": (500_000_000, "EUR"),
    "¥3,000万": (30_000_000, "¥"),
    "３,０００万円": (30_000_000, "JPY"),
    "1億2,000万円": (120_000_000, "JPY"),
    "3千万円": (30_000_000, "JPY"),
    "1.5億円": (150_000_000, "JPY"),
    "1억 2천만 원": (120_000_000, "KRW"),
    "45.5万元": (455_000, "元"),
    "₹2.5 crore": (25_000_000, "INR"),
    "2 crore 50 lakh rupees": (25_000_000, "Rs"),
    "₹ 12,50,000": (1_250_000, "INR"),
    "Rs.5,00,000": (500_000, "Rs"),
    "२५ लाख": (2_500_000, ""),
    "CHF 1'250'000.–": (1_250_000, "CHF"),
    "SFr. 120’000.-": (120_000, "CHF"),
    "1 450 000 €": (1_450_000, "EUR"),
    "1\u202f450\u00a0000,50 €": (Decimal("1450000.5"), "EUR"),
    "1.450.000,- €": (1_450_000, "EUR"),
    "R$ 1.200.000,50": (Decimal("1200000.5"), "BRL"),
    "3 bilhões de reais": (3_000_000_000, "BRL"),
    "1 million d’euros": (1_000_000, "EUR"),
    "Rp 2 M": (2_000_000_000, "IDR"),
    "Rp 750 juta": (750_000_000, "IDR"),
    "1,5 mil. Kč": (1_500_000, "CZK"),
    "2,5 млн руб.": (2_500_000, "RUB"),
    "1,2 mln zł": (1_200_000, "PLN"),
    "MNOK 3": (3_000_000, "NOK"),
    "3 mkr": (3_000_000, "kr"),
    "3 mkr SEK": (3_000_000, "SEK"),
    "٥٠٠٬٠٠٠ ريال": (500_000, "SAR"),
    "2 ล้านบาท": (2_000_000, "THB"),
    "£1.2bn": (1_200_000_000, "GBP"),
    "$0.750 million": (750_000, "$"),
    "$1,250,000.00": (1_250_000, "$"),
    "$.5M": (500_000, "$"),
    "1.234 €": (1234, "EUR"),
    "500 000 US dollars": (500_000, "USD"),
    "0": (0, ""),
}
UNREAD = [
    "",
    "five million",
    "$1,234 million",  # a billion, or a little more than one million
    "€1.250k",
    "KWD 1.234",  # a currency of three decimals
    "500 mil €",  # a thousand in Spanish, a million in Czech
    "€500,000 and $200,000",
    "$1,500,000 (own share $300,000)",
    "1 million 2 million",
    "€1 million €200 thousand",
    "1 million 500",
    "TEUR 500k",
    "€1–2 million",
    "2千5百万円",
    "½ million",
    "-500",
    "ca. €5000",
    "> $500,000",
    "$500,000 per year",
    "$500,000/yr",
    "500,000 annually",
    "$1,250,000 direct costs",
    "500,000 all",  # not the lek of Albania
    "3.2 million over 5 years",
    "1.2.2024",
    "2024 500,000",
    "12 34 €",
    "1,200.000,50",
    "$1,2345",
    "450,000 thalers",
    "EUR 500 USD",
]


@pytest.mark.parametrize("text", READ)
def test_sums_are_read_as_they_are_written(text: str) -> None:
    number, currency = READ[text]
    assert read_money(text) == Money(Decimal(number), currency)


@pytest.mark.parametrize("text", UNREAD)
def test_what_is_not_one_certain_sum_is_an_error(text: str) -> None:
    with pytest.raises(Invalid) as caught:
        read_money(text)
    assert f'"{text}"' in caught.value.message and caught.value.hint and caught.value.code == "bad-amount"


def test_the_language_and_the_currency_decide_what_a_word_means() -> None:
    assert read_money("500 mil €", language="es").number == read_money("500 mil €", language="pt-BR").number == 500_000
    assert read_money("2 mil millones de euros", language="es").number == 2 * 10**9
    assert read_money("2 mil.", "RON", "en").number == 2_000_000
    assert read_money("1,5 Mio.", "EUR") == Money(Decimal(1_500_000), "EUR")
    assert read_money("1,000", "NWT") == Money(Decimal(1000), "NWT")
    with pytest.raises(Invalid):
        read_money("1 Billion €", language="de")
    with pytest.raises(Invalid, match="two currencies"):
        read_money("$500", "EUR")


SIGNS = [(",", "."), (".", ","), (" ", ","), ("'", "."), ("’", "."), ("\u202f", ","), ("", "."), ("", ",")]


@given(st.integers(0, 10**13), st.integers(0, 99), st.sampled_from(SIGNS), st.sampled_from(["€{}", "{} €", "EUR {}", "{}EUR"]))
def test_a_sum_that_is_written_in_any_way_is_read_back(whole: int, cents: int, signs: tuple[str, str], form: str) -> None:
    grouped = f"{whole:,}".replace(",", signs[0])
    assert read_money(form.format(grouped)).number == whole
    assert read_money(form.format(f"{grouped}{signs[1]}{cents:02d}")) == Money(whole + Decimal(cents) / 100, "EUR")


@given(st.text(max_size=12))
def test_no_text_breaks_the_grammar(text: str) -> None:
    try:
        assert read_money(text).number >= 0
    except Invalid as error:
        assert error.message
