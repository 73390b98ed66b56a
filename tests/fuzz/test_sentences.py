"""Render sentences in Arabic, Persian and Hebrew as people write them, with numbers, dates, prices, units and names of programs.

A sentence has places for such values, at its end as well as within, and each value is drawn in several notations. Style, target,
order and the parts of the profile are drawn, too; the language of the document is that of the sentences, or English. All are
sound, so every one gives its file. `pytest` tries a few, always the same; `make fuzz` tries others.
"""

import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))
from test_scripts import STYLES, Drawn, attempt, try_all

NAMES = {
    "ar": ["آدا مثال", "Ada Example", "إِبْرَاهِيم مثال", "أَحْمَد مثال"],
    "fa": ["آدا نمونه", "Ada Example", "رُؤیا نمونه"],
    "he": ["עדה דוגמה", "Ada Example", "עֲדָה דוגמה"],
}
PLACES = {
    "ar": ["القاهرة", "جامعة دمشق", "Berlin"],
    "fa": ["تهران", "دانشگاه تهران", "Berlin"],
    "he": ["תל אביב", "אוניברסיטת חיפה", "Berlin"],
}
SENTENCES = {
    "ar": [
        "قدت فريقا من {number} مهندسا في {place} منذ {date}",
        "خفضت زمن الاستجابة بنسبة {percent} باستخدام {program} و{program}",
        "يرجى الاتصال على الرقم {phone}",
        "أدرت ميزانية قدرها {price} لمدة {number} أشهر",
        "بنيت نظاما يعالج {number} طلب في الثانية ويستهلك {unit}",
        "درست علوم الحاسوب ({date}) وتخرجت بمعدل {number} من {number}",
        "نقلت الخدمات إلى {program} قبل {date}؛ انخفضت التكلفة إلى {price}",
        "مشروع «{program}»: زاد عدد المستخدمين من {number} إلى {number}",
        "كتبت أدوات {program}، {program} و {program} لمعالجة {unit} من البيانات يوميا",
        "هل تعمل على {program}؟ نعم، منذ {number} سنوات!",
        "الهاتف: {phone} / البريد: ada@example.org",
        "{number} ورشة عمل، {number} متدربا، {percent} نسبة النجاح",
        "{program} - خبرة {number} سنوات",
        "نشرت ١٢ بحثا في {place} بين {date} و {date}",
    ],
    "fa": [
        "سرپرستی گروهی با {number} مهندس در {place} از {date}",
        "زمان پاسخ را با {program} و {program} به اندازه {percent} کاهش دادم",
        "لطفا با شماره {phone} تماس بگیرید",
        "تلفن همراه {phone}",
        "مدیریت بودجه‌ای برابر {price} در {number} ماه",
        "ساخت سامانه‌ای که {number} درخواست در ثانیه با {unit} پردازش می‌کند",
        "کارشناسی ارشد ({date}) با معدل {number} از {number}",
        "انتقال سرویس‌ها به {program} تا {date}؛ هزینه به {price} رسید",
        "پروژه «{program}»: شمار کاربران از {number} به {number} رسید",
        "آیا با {program} کار می‌کنید؟ بله، {number} سال است!",
        "نوشتن ابزار با {program}، {program} و {program} برای {unit} داده",
        "{number} کارگاه، {number} کارآموز، {percent} موفقیت",
        "{program} - تجربه {number} ساله",
        "چاپ ۱۲ مقاله در {place} میان {date} و {date}",
    ],
    "he": [
        "ניהלתי צוות של {number} מהנדסים ב{place} מאז {date}",
        "קיצרתי את זמן התגובה ב-{percent} בעזרת {program} ו-{program}",
        "נא להתקשר לטלפון {phone}",
        "ניהול תקציב של {price} במשך {number} חודשים",
        "בניתי מערכת שמטפלת ב-{number} בקשות בשנייה וצורכת {unit}",
        "תואר שני ({date}) בציון {number} מתוך {number}",
        "העברתי שירותים ל-{program} עד {date}; העלות ירדה ל-{price}",
        'פרויקט "{program}": מספר המשתמשים עלה מ-{number} ל-{number}',
        "האם יש לך ניסיון ב-{program}? כן, {number} שנים!",
        "כתבתי כלים ב-{program}, {program} ו-{program} לעיבוד {unit} ביום",
        "טל' {phone} / דוא\"ל: ada@example.org",
        "{number} סדנאות, {number} משתתפים, {percent} הצלחה",
        "{program} - ניסיון של {number} שנים",
        "פרסמתי 12 מאמרים ב{place} בין {date} ל-{date}",
    ],
}
"""Sentences of a CV; names in braces are places for values."""
DIGITS = {"ar": "٠١٢٣٤٥٦٧٨٩", "fa": "۰۱۲۳۴۵۶۷۸۹", "he": "0123456789"}
MONTHS = {"ar": ["يناير", "مايو"], "fa": ["فروردین", "مهر"], "he": ["בינואר", "במאי"]}
VALUES = {
    "number": [
        "12",
        "3",
        "1,200",
        "1.200.000",
        "2.5",
        "10-15",
        "10–15",
        "50+",
        "1/2",
        "½",
        "3:1",
        "≤ 5",
        "~40",
        "±2",
        "17 000",
        "24/7",
    ],
    "percent": ["40%", "40 %", "3.5%", "%40", "12-15%", "٪40", "+8%", "99.9 %"],
    "price": ["$1,200", "1,200 $", "€2.5M", "2.5 €", "₪ 5,000", "5,000 ₪", "10 USD", "USD 10,000", "1.5 K€"],
    "unit": ["16 GB", "5 km", "20 ms", "3 °C", "100 kg", "4K", "1080p", "5 m²", "250 MB/s", "2.4 GHz", "10 µm"],
    "phone": [
        "050 1234567",
        "050-123-4567",
        "+1 555 0100",
        "(050) 123 4567",
        "050 123 45 67",
        "1-800-555-0100",
        "+1 (555) 0100",
        "*2345",
    ],
    "date": [
        "2020",
        "3/2021",
        "2021-03-05",
        "05.03.2021",
        "5/3/2021",
        "2019-2021",
        "2019–2021",
        "5 {month} 2021",
        "{month} 2021",
    ],
    "program": [
        "Python",
        "C++",
        "C#",
        ".NET",
        "Node.js",
        "Power BI",
        "R",
        "AutoCAD 2020",
        "MS Office",
        "TCP/IP",
        "CI/CD",
        "SQL (MySQL)",
    ]
    + ["Windows 11", "React™", "Photoshop®", "HTML5 & CSS3", "`git`", "**Go**", "[Docker](https://example.org)", "iOS 17", "A/B"],
}
"""The notations of values, in Latin digits; in Arabic and Persian some are drawn in the digits of the language."""


def sentence(chance: random.Random, language: str) -> str:
    """A sentence with its values; half of them have no full stop."""

    def value(match: re.Match[str]) -> str:
        if match[1] == "place":
            return chance.choice(PLACES[language])
        text = chance.choice(VALUES[match[1]]).replace("{month}", chance.choice(MONTHS[language]))
        own = match[1] != "program" and not re.search("[A-Za-z]", text) and chance.random() < 0.4
        return text.translate(str.maketrans("0123456789", DIGITS[language])) if own else text

    return re.sub(r"\{(\w+)\}", value, chance.choice(SENTENCES[language])) + chance.choice(["", "."])


def text(chance: random.Random, language: str) -> str:
    return " ".join(sentence(chance, language) for _ in range(chance.randint(1, 3)))


def entry(chance: random.Random, language: str) -> dict[str, Any]:
    """A position with the texts of a language."""
    fields = {
        "title": sentence(chance, language),
        "organization": chance.choice(PLACES[language]),
        "start": "2019",
        "end": "2021-05",
    }
    return {**fields, "highlights": [text(chance, language) for _ in range(chance.randint(1, 3))]}


PARTS = {
    "bio": text,
    "positions": lambda chance, language: [entry(chance, language)],
    "skills": lambda chance, language: [{"name": chance.choice(PLACES[language]), "items": [sentence(chance, language)]}],
    "awards": lambda chance, language: [{"title": sentence(chance, language), "date": "2020"}],
    "custom": lambda chance, language: [{"title": chance.choice(PLACES[language]), "text": text(chance, language)}],
}


def draw(seed: int, _mixed: bool, targets: list[str]) -> Drawn:
    """Draw everything independently; most documents are in the language of the sentences."""
    chance = random.Random(f"sentences {seed}")
    language, style, target = chance.choice(list(SENTENCES)), chance.choice(STYLES), chance.choice(targets)
    of_document = chance.choice([language, language, language, "en"])
    person: dict[str, Any] = {"name": chance.choice(NAMES[language]), "emails": ["ada@example.org"], "phones": ["+1 555 0100"]}
    if chance.random() < 0.5:
        person["headline"] = sentence(chance, language)
    parts = chance.sample(list(PARTS), chance.randint(1, 3))
    data = {"language": of_document, "person": person, **{part: PARTS[part](chance, language) for part in parts}}
    return Drawn(data, style, [target], f"{of_document} {language} {style} {target} {'+'.join(parts)}")


@pytest.mark.slow
def test_sentences_with_values_are_set_from_right_to_left() -> None:
    failures = {seed: attempt(draw(seed, False, ["pdf", "tex", "docx", "html", "txt", "md"])) for seed in range(9)}
    assert {seed: wrong for seed, wrong in failures.items() if wrong} == {}


def test_sentences_end_in_each_kind_of_value_and_have_all_places_filled() -> None:
    for language, sentences in SENTENCES.items():
        assert {"phone", "number", "date", "program", "percent", "price", "unit"} <= set(
            re.findall(r"\{(\w+)\}", " ".join(sentences))
        )
        drawn = [sentence(random.Random(seed), language) for seed in range(300)]
        assert not any("{" in text for text in drawn)
        assert any(re.search(r"\d \d+$", text) for text in drawn), language


if __name__ == "__main__":
    try_all(draw, __doc__ or "")
