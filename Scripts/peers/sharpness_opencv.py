"""Computes TapFocus's sharpness (Sources/FocusCore/Frames/Sharpness.swift) with OpenCV, on one thread, and prints the
value and the time that it took, for `tapfocus-bench --sharpness`.

Differences of shifted views are images of 16 bits. The sum of the products of two images is a quarter of
the difference of two squared norms, |a + b|^2 - |a - b|^2, and can be multiplied out as well; both are tried, and the fastest
way is reported.
"""

import time

import cv2
import numpy

LEFT, TOP, WIDTH, HEIGHT = 640, 360, 640, 360
EXTENT = 4
# The number of positions: every second column, as far as the differences stay inside the image.
COUNT, ROWS = (WIDTH - EXTENT) // 2, HEIGHT - EXTENT


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


def difference(first, second, fourth, fifth):
    """Over five pixels, weighted -1 -3 0 3 1."""
    inner = cv2.subtract(fourth, second, dtype=cv2.CV_16S)
    return cv2.addWeighted(cv2.subtract(fifth, first, dtype=cv2.CV_16S), 1, inner, 3, 0)


def across(even, odd):
    """Along rows, each with the row below. A position is a pixel of an even column."""
    along = difference(even[:, :COUNT], odd[:, :COUNT], odd[:, 1 : 1 + COUNT], even[:, 2 : 2 + COUNT])
    return along[:ROWS], along[1 : 1 + ROWS]


def by_views(even, odd):
    """The images whose products are summed: along rows, then along columns."""
    yield across(even, odd)
    yield [difference(*(plane[line : line + ROWS, :COUNT] for line in (0, 1, 3, 4))) for plane in (even, odd)]


def by_filter(even, odd):
    """The same; along columns by a filter, whose border is cut off."""
    yield across(even, odd)
    kernel = numpy.array([[-1], [-3], [0], [3], [1]], numpy.float32)
    yield [cv2.filter2D(plane, cv2.CV_16S, kernel)[2 : 2 + ROWS, :COUNT] for plane in (even, odd)]


def by_norms(images):
    return sum(
        cv2.norm(cv2.add(first, second), cv2.NORM_L2SQR) - cv2.norm(first, second, cv2.NORM_L2SQR)
        for first, second in images) / 4


def by_products(images):
    return sum(cv2.sumElems(cv2.multiply(first, second, dtype=cv2.CV_32F))[0] for first, second in images)


def sharpness(even, odd, differences, products):
    # The norm is faster than sumElems.
    total = sum(cv2.norm(plane[EXTENT:, :COUNT], cv2.NORM_L1) for plane in (even, odd))
    positions = COUNT * ROWS
    brightness = max(total / (2 * positions) - 16, 4)
    return products(differences(even, odd)) / (11 * positions) / (brightness * brightness)


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
            lambda split=split, differences=differences, products=products: sharpness(
                *split(region), differences, products)
            for split in splits
            for differences in (by_views, by_filter)
            for products in (by_norms, by_products)
        ]

    planar = fastest(ways(region, planes, planes_by_split))
    yuyv = fastest(ways(packed_region, packed_planes, packed_planes_by_split))
    print("version", cv2.__version__)
    print("value", repr(planar()))
    print("yuyv_value", repr(yuyv()))
    print("planar", nanoseconds(planar))
    print("yuyv", nanoseconds(yuyv))


main()
