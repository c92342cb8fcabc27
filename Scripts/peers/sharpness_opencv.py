"""Computes TapFocus's sharpness (Sources/FocusCore/Frames/Sharpness.swift) with OpenCV, on one thread, and prints the
value and the time that it took, for `tapfocus-bench --sharpness`.

A product of two differences is (d - c)(b - a) = ((b - c)^2 + (d - a)^2 - (d - b)^2 - (c - a)^2) / 2, so the measure
follows from squared distances between shifted views of the image, which OpenCV computes fastest. Products are tried, too,
and the fastest way is reported.
"""

import time

import cv2
import numpy

LEFT, TOP, WIDTH, HEIGHT = 640, 360, 640, 360
REACH, SPACING = 3, 2
# The number of positions: every second column, as far as the differences stay inside the image.
COUNT, ROWS = (WIDTH - REACH) // 2, HEIGHT - REACH


def image():
    """The same as SharpnessBenchmark.level(column, row)."""
    columns, rows = numpy.meshgrid(numpy.arange(1920, dtype=numpy.uint32), numpy.arange(1080, dtype=numpy.uint32))
    hashed = (columns * 73856093) ^ (rows * 19349663)
    return (64 + ((columns // 8 + rows // 8) % 2) * 96 + ((hashed >> 13) & 31)).astype(numpy.uint8)


def planes(region):
    """The pixels of the even and of the odd columns; only every second column has positions."""
    pairs = region.reshape(HEIGHT, WIDTH // 2, 2)
    return cv2.extractChannel(pairs, 0), cv2.extractChannel(pairs, 1)


def planes_by_split(region):
    even, odd = cv2.split(region.reshape(HEIGHT, WIDTH // 2, 2))
    return even, odd


def packed_planes(region):
    fours = region.reshape(HEIGHT, WIDTH // 2, 4)
    return cv2.extractChannel(fours, 0), cv2.extractChannel(fours, 2)


def packed_planes_by_split(region):
    even, _, odd, _ = cv2.split(region.reshape(HEIGHT, WIDTH // 2, 4))
    return even, odd


def squares(first, second):
    return cv2.norm(first, second, cv2.NORM_L2SQR)


def by_distances(even, odd):
    """a is a position, b three columns on; c and d are two rows below these. i is two columns to the right of a; g and h are
    three rows below a and i."""
    a, c = even[:ROWS, :COUNT], even[SPACING : SPACING + ROWS, :COUNT]
    b, d = odd[:ROWS, 1 : 1 + COUNT], odd[SPACING : SPACING + ROWS, 1 : 1 + COUNT]
    products = squares(b, c) + squares(a, d) - squares(b, d) - squares(a, c)
    i, g = even[:ROWS, 1 : 1 + COUNT], even[REACH : REACH + ROWS, :COUNT]
    h = even[REACH : REACH + ROWS, 1 : 1 + COUNT]
    return (products + squares(g, i) + squares(a, h) - squares(a, i) - squares(g, h)) / 2


def by_products(even, odd):
    a, c = even[:ROWS, :COUNT], even[SPACING : SPACING + ROWS, :COUNT]
    b, d = odd[:ROWS, 1 : 1 + COUNT], odd[SPACING : SPACING + ROWS, 1 : 1 + COUNT]
    i, g = even[:ROWS, 1 : 1 + COUNT], even[REACH : REACH + ROWS, :COUNT]
    h = even[REACH : REACH + ROWS, 1 : 1 + COUNT]
    return sum(
        cv2.sumElems(
            cv2.multiply(
                cv2.subtract(to, start, dtype=cv2.CV_16S), cv2.subtract(beside, under, dtype=cv2.CV_16S),
                dtype=cv2.CV_32F))[0]
        for to, start, beside, under in ((b, a, d, c), (g, a, h, i)))


def sharpness(even, odd, products):
    # The norm is faster than sumElems.
    total = sum(cv2.norm(plane[REACH:, :COUNT], cv2.NORM_L1) for plane in (even, odd))
    positions = COUNT * ROWS
    brightness = max(total / (2 * positions) - 16, 4)
    return products(even, odd) / positions / (brightness * brightness)


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

    def ways(region, *splits):
        return [
            lambda split=split, products=products: sharpness(*split(region), products)
            for split in splits
            for products in (by_distances, by_products)
        ]

    planar = fastest(ways(region, planes, planes_by_split))
    yuyv = fastest(ways(packed_region, packed_planes, packed_planes_by_split))
    print("version", cv2.__version__)
    print("value", repr(planar()))
    print("yuyv_value", repr(yuyv()))
    print("planar", nanoseconds(planar))
    print("yuyv", nanoseconds(yuyv))


main()
