"""Test photos: they are decoded and written again; whatever is not a plain photo is refused with a message."""

import os
import struct
import warnings
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from cvrender.api import render
from cvrender.load.photo import LONGER_SIDE, MAX_BYTES, is_in_folder, load_picture
from cvrender.merge.profile import load_profile

PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes are a thing of POSIX")


@pytest.fixture(autouse=True)
def _no_warnings() -> None:
    warnings.simplefilter("error")


def drawn(mode: str = "RGB", size: tuple[int, int] = (40, 50)) -> Image.Image:
    """A picture whose left half is dark, and whose right half is light."""
    picture = Image.new("L", size, 30)
    picture.paste(220, (size[0] // 2, 0, *size))
    return picture.convert(mode)


def saved(picture: Image.Image, kind: str, **options: object) -> bytes:
    stream = BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def read(folder: Path, content: bytes) -> Image.Image:
    (folder / "me").write_bytes(content)
    picture = load_picture(folder, "me")
    return Image.open(BytesIO(picture.content), formats=[picture.kind])


def refusal(folder: Path, content: bytes | None = None, name: str = "me") -> str:
    if content is not None:
        (folder / name).write_bytes(content)
    with pytest.raises(ValueError) as caught:
        load_picture(folder, name)
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(f'"{name}" ', "")


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, *chunks: bytes) -> bytes:
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(chunks) + chunk(b"IEND", b"")


# What is written


@pytest.mark.parametrize(
    ("mode", "kind", "options", "becomes"),
    [
        ("RGB", "png", {}, "RGB"),
        ("L", "png", {}, "L"),
        ("1", "png", {}, "L"),
        ("P", "png", {}, "RGB"),
        ("I;16", "png", {}, "L"),
        ("RGBA", "png", {}, "RGB"),  # it is not transparent anywhere
        ("LA", "png", {}, "RGB"),
        ("P", "png", {"transparency": 0}, "RGB|RGBA"),
        ("RGB", "png", {"transparency": (30, 30, 30)}, "RGBA"),
        ("L", "png", {"transparency": 30}, "RGBA"),
        ("RGB", "jpeg", {}, "RGB"),
        ("RGB", "jpeg", {"progressive": True}, "RGB"),
        ("L", "jpeg", {}, "L"),
        ("CMYK", "jpeg", {}, "RGB"),
    ],
)
def test_every_kind_of_pixels_becomes_a_plain_one(
    mode: str, kind: str, options: dict[str, object], becomes: str, tmp_path: Path
) -> None:
    picture = drawn("L").convert("I").point(lambda value: value * 257).convert("I;16") if mode == "I;16" else drawn(mode)
    seen = read(tmp_path, saved(picture, kind, **options))
    assert seen.mode in becomes.split("|")
    assert (seen.format, seen.size) == (kind.upper(), (40, 50))
    grey = seen.convert("RGB").convert("L")
    dark, light = (0, 255) if mode == "1" else (30, 220)
    assert abs(grey.getpixel((5, 5)) - dark) < 8
    assert abs(grey.getpixel((35, 5)) - light) < 8


def test_transparency_stays(tmp_path: Path) -> None:
    picture = drawn("RGBA")
    picture.putalpha(drawn("L"))
    assert read(tmp_path, saved(picture, "png")).getchannel("A").getpixel((0, 0)) == 30


def test_a_large_photo_is_made_smaller_and_a_small_one_is_left(tmp_path: Path) -> None:
    assert read(tmp_path, saved(drawn(size=(3000, 2000)), "jpeg")).size == (LONGER_SIDE, LONGER_SIDE * 2 // 3)
    assert read(tmp_path, saved(drawn("L", (1, 9000)), "png")).size == (1, LONGER_SIDE)
    assert read(tmp_path, saved(drawn(size=(LONGER_SIDE, 10)), "png")).size == (LONGER_SIDE, 10)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["jpeg", "png"])
def test_a_photo_is_turned_as_the_camera_says(orientation: int, kind: str, tmp_path: Path) -> None:
    from PIL import ImageOps

    exif = Image.Exif()
    exif[0x0112] = orientation
    content = saved(drawn(size=(40, 60)), kind, exif=exif)
    seen, wanted = read(tmp_path, content), ImageOps.exif_transpose(Image.open(BytesIO(content)))
    assert seen.size == wanted.size
    corners = [(2, 2), (seen.width - 3, 2), (2, seen.height - 3)]
    assert all(abs(seen.getpixel(corner)[0] - wanted.getpixel(corner)[0]) < 12 for corner in corners)
    assert not seen.getexif()


def test_where_a_photo_was_taken_and_all_else_that_it_tells_is_gone(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x010F] = "SecretCamera"
    exif.get_ifd(0x8825)[29] = "2024:01:01"
    content = saved(drawn(), "jpeg", exif=exif, comment=b"SecretComment", icc_profile=b"SecretColours" * 30, dpi=(300, 300))
    assert content.count(b"Secret") > 2
    seen = read(tmp_path, content)
    written = load_picture(tmp_path, "me").content
    assert not [word for word in (b"Secret", b"Exif", b"2024") if word in written]
    assert not seen.getexif() and not {"comment", "icc_profile", "exif", "dpi"} & set(seen.info)


def test_what_a_png_carries_beside_its_pixels_is_gone(tmp_path: Path) -> None:
    from PIL.PngImagePlugin import PngInfo

    notes = PngInfo()
    notes.add_text("Comment", "SecretText")
    notes.add_itxt("XML:com.adobe.xmp", "SecretXmp", zip=False)
    page = b"<html><script>alert('Secret')</script>"
    content = saved(drawn(), "png", pnginfo=notes, dpi=(72, 72), icc_profile=b"SecretColours" * 30, exif=Image.Exif())
    for whole in (content + page, content.replace(b"IDAT", b"IDAT", 1)[:33] + chunk(b"teXt", page) + content[33:] + page):
        assert read(tmp_path, whole).info == {}
        written = load_picture(tmp_path, "me").content
        assert b"Secret" not in written and b"<script" not in written and written.endswith(chunk(b"IEND", b""))


def test_of_an_animated_png_the_first_picture_stays(tmp_path: Path) -> None:
    content = saved(drawn(), "png", save_all=True, append_images=[drawn().rotate(180), drawn("L").convert("RGB")])
    assert b"acTL" in content
    seen = read(tmp_path, content)
    assert getattr(seen, "n_frames", 1) == 1
    assert seen.getpixel((0, 0)) == (30, 30, 30)
    assert b"acTL" not in load_picture(tmp_path, "me").content


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_the_same_photo_gives_the_same_bytes(kind: str, tmp_path: Path) -> None:
    (tmp_path / "me").write_bytes(saved(drawn(size=(1500, 900)), kind))
    assert load_picture(tmp_path, "me") == load_picture(tmp_path, "me")


# What is refused


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_a_photo_that_is_cut_anywhere_is_refused_or_read_the_same(kind: str, tmp_path: Path) -> None:
    picture = drawn(size=(300, 300)).rotate(30)
    content = saved(picture, kind)
    refused = 0
    for end in {*range(3, len(content), max(1, len(content) // 60))}:
        try:
            read(tmp_path, content[:end])
        except ValueError as error:
            assert str(error).startswith('"me" is ')
            refused += 1
    assert refused > 40
    assert refusal(tmp_path, content[: len(content) // 2]) == "is truncated or damaged"
    assert refusal(tmp_path, content[:10]).startswith("is not a valid ")


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_a_photo_with_wrong_bytes_is_read_or_refused(kind: str, tmp_path: Path) -> None:
    content = saved(drawn(size=(64, 64)).rotate(30), kind, exif=Image.Exif())
    for place in range(3, len(content), 7):
        broken = content[:place] + bytes([content[place] ^ 0xFF]) + content[place + 1 :]
        try:
            read(tmp_path, broken)
        except ValueError as error:
            assert str(error).startswith('"me" is ')


def test_a_small_file_of_a_huge_picture_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    rows = chunk(b"IDAT", zlib.compress(bytes(30_000_000)))
    for size in ((50_000, 50_000), (5001, 5000), (2**31 - 1, 2**31 - 1), (2**31 - 1, 1)):
        assert "the limit is 25 megapixels" in refusal(tmp_path, png(*size, rows))
    assert read(tmp_path, png(5000, 20, chunk(b"IDAT", zlib.compress(bytes(20 * 15001))))).size == (1200, 5)


def test_compressed_texts_that_grow_are_refused(tmp_path: Path) -> None:
    bomb = zlib.compress(bytes(20_000_000))
    pixels = chunk(b"IDAT", zlib.compress(bytes(4)))
    for extra in (chunk(b"zTXt", b"a\0\0" + bomb), chunk(b"iCCP", b"a\0\0" + bomb)):
        assert "is not a valid" in refusal(tmp_path, png(1, 1, extra, pixels)) or extra[4:8] == b"iCCP"


def test_a_picture_of_no_size_is_refused(tmp_path: Path) -> None:
    assert "is not a valid" in refusal(tmp_path, png(0, 0, chunk(b"IDAT", zlib.compress(b""))))


@pytest.mark.parametrize(
    "content", [b"", b"GIF89a", b"<svg/>", b"%!PS", b"RIFF1234WEBP", b"BM", b"II*\0", b"\xff\xd8", b"\x89PNG", b"\n\x89PNG\r\n"]
)
def test_other_formats_are_refused_by_their_first_bytes(content: bytes, tmp_path: Path) -> None:
    assert refusal(tmp_path, content, "me.png") == "is not a PNG or JPEG image"


def test_what_calls_itself_a_jpeg_is_tried_as_one_only(tmp_path: Path) -> None:
    assert refusal(tmp_path, b"\xff\xd8\xff" + saved(drawn(), "gif")) == "is not a valid JPEG image"


def test_a_file_of_more_than_five_megabytes_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, saved(drawn(), "png") + bytes(MAX_BYTES)) == "is larger than 5 MB"


# Where it may stand


@pytest.mark.parametrize("name", ["../me", "sub/../me", "/etc/hostname", "..", ".", "", "sub/../../me"])
def test_names_that_lead_elsewhere_are_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "cv" / "sub").mkdir(parents=True)
    (tmp_path / "me").write_bytes(saved(drawn(), "png"))
    (tmp_path / "cv" / "me").write_bytes(saved(drawn(), "png"))
    assert "is not in the profile's folder" in refusal(tmp_path / "cv", name=name)
    assert not is_in_folder(tmp_path / "cv", name)


def test_a_photo_may_stand_in_a_folder_below(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "me.png").write_bytes(saved(drawn(), "png"))
    assert load_picture(tmp_path, "sub/me.png").kind == "png"
    assert refusal(tmp_path, name="sub") == "cannot be read: not a regular file"
    assert is_in_folder(tmp_path, "sub/me.png") and not is_in_folder(tmp_path, "sub")
    assert is_in_folder(tmp_path, "gone.png"), "where it is saved later, that counts"


@pytest.mark.parametrize("target", ["../outside", "inside", "/dev/zero", "gone", "link"])
def test_no_link_is_followed_wherever_it_leads(target: str, tmp_path: Path) -> None:
    folder = tmp_path / "cv"
    folder.mkdir()
    for place in (tmp_path / "outside", folder / "inside"):
        place.write_bytes(saved(drawn(), "png"))
    (folder / "link").symlink_to(target)
    assert refusal(folder, name="link") == "cannot be read: symbolic links are not followed"
    assert not is_in_folder(folder, "link")


def test_no_linked_folder_is_followed_but_the_profiles_own_may_be_one(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "me.png").write_bytes(saved(drawn(), "png"))
    (tmp_path / "sub").symlink_to("real")
    assert (
        refusal(tmp_path, name="sub/me.png") == '"sub/me.png" cannot be read: symbolic links are not followed'.partition(" ")[2]
    )
    assert load_picture(tmp_path / "sub", "me.png").kind == "png"


@PIPES
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path, name="pipe") == "cannot be read: not a regular file"


@pytest.mark.parametrize("name", ["a\0b", "x" * 300, "gone.png", "gone/me.png", "me.png/me.png"])
def test_a_name_that_no_file_has_is_no_crash(name: str, tmp_path: Path) -> None:
    (tmp_path / "me.png").write_bytes(saved(drawn(), "png"))
    with pytest.raises(ValueError, match='^".*" (is|cannot|not found)'):
        load_picture(tmp_path, name)


# In a profile


@pytest.fixture
def with_photo(tmp_path: Path) -> Callable[[str], str]:
    def targets(name: str) -> str:
        (tmp_path / "ada.yaml").write_text(f'person: {{name: Ada, photo: "{name}"}}\n', "utf-8")
        return str(tmp_path / "ada.yaml")

    return targets


@pytest.mark.slow
def test_every_target_is_made_with_each_kind_of_photo_and_twice_the_same(
    with_photo: Callable[[str], str], tmp_path: Path
) -> None:
    for kind in ("png", "jpeg"):
        (tmp_path / "me").write_bytes(saved(drawn("RGB" if kind == "jpeg" else "RGBA"), kind))
        loaded = load_profile(with_photo("me"))
        runs = [render(loaded, targets=("tex", "pdf", "md", "docx", "html", "txt"), options={"photo": "true"}) for _ in "12"]
        assert runs[0] == runs[1]
        assert len(runs[0]) == 8


def test_an_endless_file_is_neither_read_nor_hashed(with_photo: Callable[[str], str]) -> None:
    from cvrender.load.request import RenderRequest
    from cvrender.run.batch.worker import build_one

    for name in ("/dev/zero", "../../../../../../../dev/zero"):
        path = with_photo(name)
        request = RenderRequest(profile=path, targets=("md",), options=(("photo", "true"),))
        result = build_one(request, str(Path(path).parent / "out"))
        assert result.status == "failed"
        assert "is not in the profile's folder" in result.problems[0].message
