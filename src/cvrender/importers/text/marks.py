"""Define the signs behind names that LaTeX writes as commands."""

SIGNS = {
    "\\ast": "*",
    "\\star": "*",
    "\\dagger": "†",
    "\\dag": "†",
    "\\ddagger": "‡",
    "\\ddag": "‡",
    "\\textdagger": "†",
    "\\textasteriskcentered": "*",
    "\\S": "§",
    "\\P": "¶",
    "\\sharp": "#",
}
