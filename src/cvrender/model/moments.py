"""Read moments that views count from: a date, or a number of years before the profile's date."""

import re
from typing import Annotated, Any

from cvrender.model.annotations import Invalid, Reads
from cvrender.model.dates import PartialDate, parse_date
from cvrender.model.value import Value


class Age(Value, frozen=True):
    """A number of years before the profile's date."""

    years: int


def read_moment(value: Any) -> PartialDate | Age:
    """Return a date such as `2016-10`, or an age such as `5 years`. Raises Invalid."""
    match = re.fullmatch(r"([0-9]{1,3}) years?", str(value))
    if match:
        return Age(int(match[1]))
    try:
        return parse_date(str(value))
    except Invalid as error:
        raise Invalid(error.message, "write a date such as 2016-10, or an age such as 5 years") from None


Moment = Annotated[PartialDate | Age, Reads(read_moment)]
