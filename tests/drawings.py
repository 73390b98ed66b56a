"""Draw made-up elevations, plans and photographs for portfolios."""

from pathlib import Path
from random import Random

from PIL import Image, ImageDraw


def elevation(path: Path, number: int, size: tuple[int, int] = (1800, 1200)) -> None:
    """Draw the front of a house that does not exist, with windows in a grid, as lines."""
    random, (width, height) = Random(number), size
    picture = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(picture)
    floors, bays = 2 + number % 4, 3 + number % 5
    left, right, top, ground = width // 8, width * 7 // 8, height // 6, height * 5 // 6
    draw.rectangle((left, top, right, ground), outline="black", width=6)
    draw.polygon([(left - 30, top), (right + 30, top), (width // 2, top // 4)], outline="black", width=6)
    draw.line((0, ground, width, ground), fill="black", width=10)
    for floor in range(floors):
        for bay in range(bays):
            x = left + (right - left) * (bay + 0.25) / bays
            y = top + (ground - top) * (floor + 0.25) / floors
            shade = random.randrange(120, 240)
            box = (x, y, x + (right - left) / bays / 2, y + (ground - top) / floors / 2)
            draw.rectangle(box, outline="black", width=4, fill=(shade, shade, min(255, shade + 20)))
    picture.save(path)


def photograph(path: Path, number: int, size: tuple[int, int] = (1600, 1200)) -> None:
    """Write a JPEG with the grain and the light of a photograph, which compresses as badly as one."""
    width, height = size
    noise = Image.effect_noise(size, 40 + number % 20).convert("RGB")
    light = Image.linear_gradient("L").resize(size).rotate(90 * (number % 4)).resize(size).convert("RGB")
    picture = Image.blend(noise, light, 0.7)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((width // 4, height // 3, width * 3 // 4, height), fill=(90 + 10 * (number % 9), 80, 70))
    picture.save(path, quality=92)


def draw_all(folder: Path, count: int) -> list[str]:
    """Draw images of three shapes in a folder, every third one as a photograph, and return their names."""
    names = []
    for number in range(1, count + 1):
        name = f"work-{number}.{'jpg' if number % 3 == 0 else 'png'}"
        size = ((1800, 1200), (1200, 1600), (2000, 900))[number % 3 - 1] if number % 3 else (1600, 1200)
        (photograph if number % 3 == 0 else elevation)(folder / name, number, size)
        names.append(name)
    return names
