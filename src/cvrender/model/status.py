"""Define the statuses of publications, grants and trials; their words are in the terms of each language."""

from typing import Literal, get_args

PublicationStatus = Literal[
    "in-preparation", "submitted", "under-review", "revise-and-resubmit", "accepted", "forthcoming", "in-press", "published"
]
GrantStatus = Literal["active", "pending", "completed", "declined"]
TrialStatus = Literal["planned", "recruiting", "active", "completed", "terminated"]

UNPUBLISHED = frozenset(get_args(PublicationStatus)) - {"published"}
"""The statuses of publications that have not appeared."""
STATUSES: tuple[str, ...] = (*get_args(PublicationStatus), *get_args(GrantStatus), *get_args(TrialStatus))
"""Every status that has a word of its own."""
