"""List the words, signs and codes of sums of money: thousands and millions, and currencies."""

from collections.abc import Mapping
from unicodedata import normalize


def _table(rows: Mapping[int, str]) -> dict[str, int]:
    return {key(word): value for value, words in rows.items() for word in words.split()}


def key(word: str) -> str:
    """Return a word as the tables have it: without case, composed, without the point of an abbreviation."""
    return normalize("NFKC", word).casefold().rstrip(".")


SCALES = _table(
    {
        100: "hundred hundert",
        1_000: """
            k thousand thousands tausend mille mila millier milliers duizend tusen tusind tsd tys tis tyś mii mie ribu rb
            bin тыс тысяч тысяча тысячи тис тисяч тисяча тисячі tisíc tisíce tysiąc tysiące tysięcy χιλ χιλιάδες ezer nghìn
            ngàn ألف آلاف هزار אלף हज़ार हजार พัน tuhat tuhatta
        """,
        10_000: "หมื่น",
        100_000: "lakh lakhs lac lacs लाख แสน",
        1_000_000: """
            mm mn mio mln mill milj mijl million millions millionen milions millón millones milhão milhões milione milioni
            miljoen miljoenen miljoner miljon millioner millón milion miliony milionów milionu milioane milionů milyon juta
            jt triệu миллион миллиона миллионов млн мільйон мільйона мільйонів εκατ εκατομμύριο εκατομμύρια millió ملايين
            مليون میلیون מיליון miljoonaa miljoona ล้าน
        """,
        10_000_000: "crore crores cr करोड़",
        1_000_000_000: """
            bn mrd mld mlrd mdr md mia milliard milliards milliarde milliarden miljard miljarden miljarder milliarder
            milliárd miliardo miliardi miliard miliardy miliardů miliardów miliarde miliar milyar bilhão bilhões tỷ tỉ
            миллиард миллиарда миллиардов млрд мільярд мільярда мільярдів δισ δισεκατομμύρια مليار ملیار میلیارد מיליארד अरब
            miljardia
        """,
        1_000_000_000_000: "billionen billones bilião biliões biliony bilionů trilhão trilhões triliun trilyon триллион трлн",
    }
)
"""Words for numbers, each with its value, that mean one number in every language that has them."""

EAST_ASIAN = {"百": 100, "千": 1_000, "万": 10_000, "萬": 10_000, "億": 10**8, "亿": 10**8, "兆": 10**12}
EAST_ASIAN |= {key(word): value for word, value in {"백": 100, "천": 1_000, "만": 10_000, "억": 10**8, "조": 10**12}.items()}
"""Characters for numbers. They multiply each other (`千万`), other numbers may follow (`1億2,000万`); commas divide thousands."""

BY_LANGUAGE: dict[str, dict[str, int]] = {
    "mil": {"es": 1_000, "pt": 1_000, "cs": 10**6, "ro": 10**6},
    "billion": {"en": 10**9},
    "billions": {"en": 10**9},
    "b": {"en": 10**9},
    "trillion": {"en": 10**12},
    "m": {"": 10**6, "id": 10**9},
    "e": {"hu": 1_000},
}
"""Words that mean another number in other languages: `mil` is a thousand in Spanish, and a million in Czech.

The empty language stands for all that are not listed.
"""

LANGUAGES = {"BRL": "pt", "COP": "es", "CZK": "cs", "HUF": "hu", "IDR": "id", "MXN": "es", "RON": "ro"}
"""The language of such words next to a currency."""

OF = frozenset({"de", "di", "d'"})
"""Words between a number and its currency, as in `2 millones de euros`."""

PREFIXES = {"k": 1_000, "t": 1_000, "m": 10**6, "mn": 10**6, "mio": 10**6, "mm": 10**6, "bn": 10**9, "mrd": 10**9, "md": 10**9}
"""Letters before a code or sign, as in `TEUR`, `k€`, `MNOK` and `mkr`."""

CODES = frozenset(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
    CLF CLP CNH CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD
    HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD
    MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG
    QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS
    UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG
    """.split()
)
"""The codes of currencies (ISO 4217). In lower case only the ones in `_WORDS` count, since `all` and `try` are words."""

THREE_DECIMALS = frozenset({"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"})
"""Currencies with a thousandth as their smallest unit (ISO 4217), where `1.234` may be a little more than one."""

_WORDS = {
    "$": "$ dollar dollars dólar dólares dollari dolar доллар долларов доларів δολάρια ドル דולר ডলার डॉलर دولار دلار 弗 달러",
    "USD": "us$ usd us-dollar 美元 米ドル",
    "AUD": "a$ au$ aud",
    "CAD": "c$ ca$ cad can$ cdn$",
    "NZD": "nz$",
    "HKD": "hk$ 港元 港幣",
    "SGD": "s$ sg$",
    "TWD": "nt$ 新台幣 新臺幣 台幣 臺幣",
    "MXN": "mx$",
    "BRL": "r$ real reais",
    "EUR": "€ eur euro euros euroa evro евро євро ευρώ ユーロ 欧元 歐元 유로 יורו أورو یورو यूरो yuro",
    "GBP": "£ gbp pound pounds sterling 英镑 英鎊 ポンド",
    "JPY": "円 jpy yen 日元 日圓 엔",
    "CNY": "rmb 人民币 人民幣 yuan 元人民币",
    "¥": "¥",
    "元": "元 圓 圆",
    "KRW": "₩ 원 won",
    "INR": "₹ रुपये रुपया",
    "Rs": "rs rupee rupees",
    "CHF": "chf fr sfr franken 瑞士法郎",
    "franc": "franc francs",
    "kr": "kr kronor kroner krone krona",
    "CZK": "kč korun koruna koruny",
    "PLN": "zł zloty złoty złotych złote",
    "HUF": "ft forint",
    "RON": "lei leu",
    "RUB": "₽ руб рублей рубль рубля",
    "UAH": "₴ грн гривень гривні",
    "TRY": "₺ tl lira",
    "ILS": "₪ שח שקל שקלים ש״ח",
    "VND": "₫ đồng vnđ",
    "IDR": "rp rupiah",
    "IRR": "﷼ ریال",
    "SAR": "ريال",
    "EGP": "جنيه",
    "THB": "฿ บาท baht",
    "PHP": "₱",
    "NGN": "₦ naira",
    "GHS": "₵ cedi cedis",
    "KZT": "₸",
}
CURRENCIES = {key(word): code for code, words in _WORDS.items() for word in words.split()}
"""Words and signs of currencies: the code, or the sign or name where several currencies have it, such as `$` and `kr`."""

NAMES = {
    "us dollar": "USD",
    "us dollars": "USD",
    "american dollars": "USD",
    "dollars us": "USD",
    "dólares estadounidenses": "USD",
    "australian dollars": "AUD",
    "canadian dollars": "CAD",
    "dollars canadiens": "CAD",
    "pounds sterling": "GBP",
    "pfund sterling": "GBP",
    "livres sterling": "GBP",
    "schweizer franken": "CHF",
    "swiss francs": "CHF",
    "francs suisses": "CHF",
    "franchi svizzeri": "CHF",
    "indian rupees": "INR",
    "new zealand dollars": "NZD",
}
"""Names of several words."""


_SHARED = {
    "$": "USD AUD CAD NZD HKD SGD TWD MXN ARS CLP COP",
    "¥": "JPY CNY",
    "元": "CNY TWD",
    "Rs": "INR PKR LKR NPR",
    "kr": "SEK NOK DKK ISK",
    "franc": "CHF XAF XOF",
}


def may_be(sign: str, code: str) -> bool:
    """Return whether a sign or name that several currencies have can stand for a code, such as `$` for `AUD`."""
    return sign == code or code in _SHARED.get(sign, "").split()
