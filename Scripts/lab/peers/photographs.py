"""Writes the luma of photographs that the packages of scikit-image and scikit-learn contain into a folder, as PGM:
photographs.py FOLDER"""

import pathlib
import sys

import numpy
import skimage
import sklearn
from skimage import io

# Of everyday things, near and far; textures; print. Not the drawings, the diagrams and those that the package would have to
# fetch from elsewhere.
NAMES = (
    "astronaut.png brick.png camera.png chelsea.png coffee.png coins.png grass.png gravel.png moon.png motorcycle_left.png"
    " page.png rocket.jpg text.png ihc.png cell.png hubble_deep_field.jpg retina.jpg"
).split()
OTHERS = ("china.jpg", "flower.jpg")


def luma(picture):
    """By ITU-R BT.601, 0 to 255."""
    if picture.ndim == 3:
        picture = picture[:, :, :3] @ numpy.array((0.299, 0.587, 0.114))
    return numpy.rint(picture).astype(numpy.uint8)


def main():
    target = pathlib.Path(sys.argv[1])
    files = [pathlib.Path(skimage.__file__).parent / "data" / name for name in NAMES]
    files += [pathlib.Path(sklearn.__file__).parent / "datasets" / "images" / name for name in OTHERS]
    for file in files:
        levels = luma(io.imread(file))
        header = f"P5\n{levels.shape[1]} {levels.shape[0]}\n255\n".encode()
        (target / file.name).with_suffix(".pgm").write_bytes(header + levels.tobytes())


main()
