"""Apply the options of a style that change its look: marks and case of headings, and density."""

from collections.abc import Mapping
from typing import Any

from cvrender.model.look import Color, Heading, Look
from cvrender.model.value import replace

AS_IS = "style"
"""The value of an option that leaves the style's own look."""
DENSITIES = {"dense": (0.6, 0.96), "normal": (1.0, 1.0), "open": (1.5, 1.08)}
"""By the value of `density`, the factors of the options `spacing` and `leading`."""
_CASES: dict[str, dict[str, Any]] = {
    "typed": {"caps": False, "small_caps": False, "tracking": 0.0},
    "capitals": {"caps": True, "small_caps": False, "tracking": 0.06},
    "small-capitals": {"caps": False, "small_caps": True, "tracking": 0.04, "weight": "regular"},  # few fonts have bold ones
}
_ACCENT = Color("accent")
_MARKS: dict[str, dict[str, Any]] = {
    "none": {"padding": 0.0},
    "below": {"rule_width": 0.05, "rule_color": _ACCENT, "padding": 0.15},
    "above": {"rule_width": 0.05, "rule_color": _ACCENT, "padding": 0.2},
    "line": {"rule_width": 0.05, "rule_color": _ACCENT, "padding": 0.5},
    "band": {"rule_color": Color("accent", 8), "padding": 0.25},
    "bar": {"rule_width": 0.45, "rule_length": 1.2, "rule_color": _ACCENT, "padding": 0.6},
}
"""The settings of a mark that the style itself does not have."""


def with_look_options(look: Look, values: Mapping[str, str | bool]) -> Look:
    """Return the look with the headings that the options `heading_mark` and `heading_case` ask for."""
    section: Heading = look.section
    mark, case = str(values.get("heading_mark", AS_IS)), str(values.get("heading_case", AS_IS))
    if mark not in (AS_IS, section.rule):
        section = replace(section, rule=mark, **_MARKS[mark])
        if section.color.percent < 100:  # a pale colour is for type on the band that the heading had
            section = replace(section, color=_ACCENT)
    if case != AS_IS:
        section = replace(section, **_CASES[case])
    return look if section is look.section else replace(look, section=section)


def with_density(values: Mapping[str, str | bool], old: Mapping[str, str | bool]) -> dict[str, str]:
    """Return `spacing` and `leading` for a new `density`, from the `old` values of a style; what is set itself stays."""
    if "density" not in values or "density" not in old:
        return {}
    factors = zip(("spacing", "leading"), DENSITIES[str(values["density"])], DENSITIES[str(old["density"])], strict=True)
    return {name: f"{float(str(old[name])) * new / before:.3g}" for name, new, before in factors if name not in values}
