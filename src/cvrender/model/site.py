"""Define what a page says of the web site that it belongs to."""

from cvrender.model.value import Value


class Site(Value, frozen=True):
    """A web site: its address, which ends in a slash, or none; the file of its picture; and other files, label and name each.

    The files are in the folder of the page.
    """

    url: str = ""
    picture: str = ""
    files: tuple[tuple[str, str], ...] = ()

    @property
    def picture_url(self) -> str:
        """The address of the picture, which programs of others need whole; empty without the address of the site."""
        return f"{self.url}{self.picture}" if self.url and self.picture else ""
