"""Define character classes for typesetting and comparison, as ranges for regular expressions."""

IDEOGRAPHIC = "\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003ffff"
"""Characters of Chinese and Japanese: no spaces between them, and a line may break anywhere."""

HANGUL = "\u3130-\u318f\uac00-\ud7a3"
"""Letters and syllables of Korean: words are separated by spaces, and a line may break anywhere."""
