"""List what commands of LaTeX print that the table of pylatexenc lacks, or prints otherwise, and journals of astronomy.

Their macros are those of the American Astronomical Society's class `aastex` and of NASA ADS
(https://ui.adsabs.harvard.edu/help/actions/journal-macros).
"""

CHARACTERS = {
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "LaTeXe": "LaTeX2ε",
    "BibTeX": "BibTeX",
    "copyright": "©",
    "textquotesingle": "'",
    "slash": "/",
    "euro": "€",
    "texteuro": "€",
    "checkmark": "✓",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textbackslash": "\\",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textunderscore": "_",
    "cyrchar": "",
    "char": "",
    "degree": "°",
    "textdegree": "°",
}
"""The characters of each command, by its name without the backslash."""


_LINES = """
aj: Astronomical Journal
actaa: Acta Astronomica
araa: Annual Review of Astronomy and Astrophysics
apj: Astrophysical Journal
apjl: Astrophysical Journal Letters
apjlett: Astrophysical Journal Letters
apjs: Astrophysical Journal Supplement
apjsupp: Astrophysical Journal Supplement
ao: Applied Optics
applopt: Applied Optics
apss: Astrophysics and Space Science
aap: Astronomy and Astrophysics
astap: Astronomy and Astrophysics
aapr: Astronomy and Astrophysics Review
aaps: Astronomy and Astrophysics Supplement
azh: Astronomicheskii Zhurnal
baas: Bulletin of the American Astronomical Society
caa: Chinese Astronomy and Astrophysics
cjaa: Chinese Journal of Astronomy and Astrophysics
icarus: Icarus
jcap: Journal of Cosmology and Astroparticle Physics
jrasc: Journal of the Royal Astronomical Society of Canada
memras: Memoirs of the Royal Astronomical Society
mnras: Monthly Notices of the Royal Astronomical Society
na: New Astronomy
nar: New Astronomy Reviews
pra: Physical Review A
prb: Physical Review B
prc: Physical Review C
prd: Physical Review D
pre: Physical Review E
prl: Physical Review Letters
pasa: Publications of the Astronomical Society of Australia
pasp: Publications of the Astronomical Society of the Pacific
pasj: Publications of the Astronomical Society of Japan
rmxaa: Revista Mexicana de Astronomía y Astrofísica
qjras: Quarterly Journal of the Royal Astronomical Society
skytel: Sky and Telescope
solphys: Solar Physics
sovast: Soviet Astronomy
ssr: Space Science Reviews
zap: Zeitschrift für Astrophysik
nat: Nature
iaucirc: IAU Circulars
aplett: Astrophysics Letters
apspr: Astrophysics Space Physics Research
bain: Bulletin of the Astronomical Institutes of the Netherlands
fcp: Fundamental Cosmic Physics
gca: Geochimica et Cosmochimica Acta
grl: Geophysical Research Letters
jcp: Journal of Chemical Physics
jgr: Journal of Geophysical Research
jqsrt: Journal of Quantitative Spectroscopy and Radiative Transfer
memsai: Memorie della Società Astronomica Italiana
nphysa: Nuclear Physics A
physrep: Physics Reports
physscr: Physica Scripta
planss: Planetary and Space Science
psj: Planetary Science Journal
procspie: Proceedings of the SPIE
maps: Meteoritics and Planetary Science
"""

JOURNALS = dict(line.split(": ", 1) for line in _LINES.strip().splitlines())
"""The name of each journal by its macro, without the backslash."""
