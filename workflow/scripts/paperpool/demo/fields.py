"""The 19 fields of study of the Microsoft Academic Graph, their shares and a few of their words."""

from __future__ import annotations

COMPUTER_SCIENCE = "Computer Science"

_FIELDS: dict[str, tuple[float, str]] = {
    "Art": (3.6, "painting sculpture museum exhibition portrait melody theatre gallery fresco"),
    "Biology": (4.7, "protein gene cell enzyme membrane species receptor genome mutation tissue"),
    "Business": (3.9, "firm customer brand supplier manager retailer audit merger startup venture"),
    "Chemistry": (4.6, "catalyst ligand polymer solvent molecule reagent oxide ion electrode salt"),
    COMPUTER_SCIENCE: (
        25.0,
        "algorithm network classifier compiler parser corpus embedding protocol query kernel",
    ),
    "Economics": (3.9, "market price wage tariff household auction subsidy loan tax currency"),
    "Engineering": (4.3, "turbine sensor actuator beam valve circuit bridge motor pump antenna"),
    "Environmental Science": (3.8, "wetland aerosol pollutant watershed habitat emission sediment"),
    "Geography": (3.7, "city region landscape river border village district corridor map"),
    "Geology": (3.8, "fault basin magma mineral crust glacier stratum volcano outcrop"),
    "History": (3.6, "empire archive treaty dynasty colony manuscript chronicle war guild"),
    "Materials Science": (4.1, "alloy film crystal coating composite nanotube ceramic fibre wafer"),
    "Mathematics": (4.4, "theorem manifold operator graph lattice polynomial group measure kernel"),
    "Medicine": (5.2, "patient tumor therapy infection surgeon dose trial symptom vaccine lesion"),
    "Philosophy": (3.6, "argument belief virtue paradox concept doctrine premise norm axiom"),
    "Physics": (4.8, "photon neutrino plasma boson lattice quasar detector field wave spin"),
    "Political Science": (3.8, "election party voter coalition parliament treaty ballot reform"),
    "Psychology": (4.4, "emotion memory stimulus trait child habit stressor attitude reward"),
    "Sociology": (3.9, "family community class migrant ritual institution network norm cohort"),
}

FIELDS: tuple[str, ...] = tuple(_FIELDS)
"""Names, in alphabetical order; a field's number is its place here."""

SHARES: tuple[float, ...] = tuple(
    share / sum(s for s, _ in _FIELDS.values()) for share, _ in _FIELDS.values()
)
"""The share of the corpus of which each is the main field; they sum to 1."""

TERMS: tuple[tuple[str, ...], ...] = tuple(tuple(words.split()) for _, words in _FIELDS.values())
"""English nouns of each field, most frequent first; all take a plural ``s``."""

CS = FIELDS.index(COMPUTER_SCIENCE)
"""The number of Computer Science."""
