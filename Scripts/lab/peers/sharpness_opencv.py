"""Computes TapFocus's sharpness (Sources/Engine/FocusCore/Frames/Sharpness.swift) with OpenCV, on one thread, and prints the
value and the time that it took, for `tapfocus-bench --sharpness`.

Differences of shifted views are images of 16 bits. The sum of the products of two images is a quarter of the difference of two
squared norms, |a + b|^2 - |a - b|^2, and can be multiplied out as well; both are tried, and the fastest way is reported.
"""

import time

import cv2
import numpy

LEFT, TOP, WIDTH, HEIGHT = 640, 360, 640, 360
REACH = 2
# The positions, as far as the differences stay inside the image.
COLUMNS, ROWS = WIDTH - REACH, HEIGHT - REACH


def image():
    """The same as SharpnessBenchmark.level(column, row)."""
    columns, rows = numpy.meshgrid(numpy.arange(1920, dtype=numpy.uint32), numpy.arange(1080, dtype=numpy.uint32))
    hashed = (columns * 73856093) ^ (rows * 19349663)
    return (64 + ((columns // 8 + rows // 8) % 2) * 96 + ((hashed >> 13) & 31)).astype(numpy.uint8)


def plane(region):
    return region


def luma(packed):
    return cv2.extractChannel(packed, 0)


def luma_by_split(packed):
    return cv2.split(packed)[0]


def differences(pixels):
    """The images whose products are summed: along rows, then along columns."""
    across = cv2.subtract(pixels[:, REACH:], pixels[:, :COLUMNS], dtype=cv2.CV_16S)
    yield across[:ROWS], across[1 : 1 + ROWS]
    down = cv2.subtract(pixels[REACH:], pixels[:ROWS], dtype=cv2.CV_16S)
    yield down[:, :COLUMNS], down[:, 1 : 1 + COLUMNS]


def by_norms(images):
    return sum(
        cv2.norm(cv2.add(first, second), cv2.NORM_L2SQR) - cv2.norm(first, second, cv2.NORM_L2SQR)
        for first, second in images) / 4


def by_products(images):
    return sum(cv2.sumElems(cv2.multiply(first, second, dtype=cv2.CV_32F))[0] for first, second in images)


def sharpness(pixels, products):
    # The norm is faster than sumElems.
    total = cv2.norm(pixels[REACH:, :COLUMNS], cv2.NORM_L1)
    positions = COLUMNS * ROWS
    brightness = max(total / positions - 16, 4)
    return products(differences(pixels)) / (positions / 2) / (brightness * brightness)


def nanoseconds(work, repetitions=5, runs=300):
    """The time of the fastest of several runs, as in SharpnessBenchmark."""
    times = []
    work()
    for _ in range(runs):
        start = time.perf_counter_ns()
        for _ in range(repetitions):
            work()
        times.append((time.perf_counter_ns() - start) / repetitions)
    return min(times)


def fastest(candidates):
    return min(candidates, key=lambda work: nanoseconds(work, runs=50))


def main():
    cv2.setNumThreads(1)
    frame = image()
    region = frame[TOP : TOP + HEIGHT, LEFT : LEFT + WIDTH]
    packed = numpy.full((1080, 1920, 2), 128, numpy.uint8)
    packed[:, :, 0] = frame
    packed_region = packed[TOP : TOP + HEIGHT, LEFT : LEFT + WIDTH]

    def ways(region, *reads):
        return [
            lambda read=read, products=products: sharpness(read(region), products)
            for read in reads
            for products in (by_norms, by_products)
        ]

    planar = fastest(ways(region, plane))
    yuyv = fastest(ways(packed_region, luma, luma_by_split))
    print("version", cv2.__version__)
    print("value", repr(planar()))
    print("yuyv_value", repr(yuyv()))
    print("planar", nanoseconds(planar))
    print("yuyv", nanoseconds(yuyv))


main()
