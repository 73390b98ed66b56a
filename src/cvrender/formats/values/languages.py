"""Read the language of a CV: a code in any spelling (`zh-hans`, `pt_BR`), or its English name."""

from functools import lru_cache


@lru_cache(maxsize=1)
def _known() -> dict[str, str]:
    """Return the languages that have terms, by their codes and English names in lower case."""
    from cvrender.load.library import BUILT_IN, find_style, term_languages
    from cvrender.text.cldr import english_name

    codes = term_languages(find_style("plain", BUILT_IN))
    return {english_name(code).casefold(): code for code in codes} | {code.casefold(): code for code in codes}


def language(text: str) -> str | None:
    """Return the code of the language if there are terms for it, else None. A region without terms of its own is left out.

    RenderCV writes Chinese as `mandarin_chinese`, YAMLResume as `zh-hans`.
    """
    parts = text.strip().casefold().replace("_", "-").removeprefix("mandarin-").split("-")
    wanted = "-".join(part for part in parts if part != "hans")
    known = _known()
    while wanted:
        if wanted in known:
            return known[wanted]
        wanted = wanted.rpartition("-")[0]
    return None
