"""Computes TapFocus's sharpness (Sources/FocusCore/Frames/Sharpness.swift) with OpenCV, on one thread, and prints the
value and the time that it took, for `tapfocus-bench --sharpness`.

Differences of shifted views and their weighted sums are images of 16 bits. The sum of the products of two images is a quarter of
the difference of two squared norms, |a + b|^2 - |a - b|^2, and can be multiplied out as well; both are tried, and the fastest
way is reported.
"""

import time

import cv2
import numpy

LEFT, TOP, WIDTH, HEIGHT = 640, 360, 640, 360
EXTENT = 3
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


def weighted(first, second, third):
    """The next line twice, and the two after it once."""
    return cv2.add(cv2.addWeighted(first, 2, second, 1, 0, dtype=cv2.CV_16S), third, dtype=cv2.CV_16S)


def pairs(even, odd):
    """The images whose products are summed: along rows, then along columns. A position is a pixel of an even column."""
    across = cv2.subtract(even[:, 1 : 1 + COUNT], even[:, :COUNT], dtype=cv2.CV_16S)
    first, second, third = (across[line : line + ROWS] for line in (1, 2, 3))
    yield across[:ROWS], weighted(first, second, third)
    beside = weighted(odd[:, :COUNT], even[:, 1 : 1 + COUNT], odd[:, 1 : 1 + COUNT])
    down = cv2.subtract(even[2 : 2 + ROWS, :COUNT], even[:ROWS, :COUNT], dtype=cv2.CV_16S)
    yield down, cv2.subtract(beside[2 : 2 + ROWS], beside[:ROWS])


def by_norms(even, odd):
    return sum(
        cv2.norm(cv2.add(first, second), cv2.NORM_L2SQR) - cv2.norm(first, second, cv2.NORM_L2SQR)
        for first, second in pairs(even, odd)) / 4


def by_products(even, odd):
    return sum(cv2.sumElems(cv2.multiply(first, second, dtype=cv2.CV_32F))[0] for first, second in pairs(even, odd))


def sharpness(even, odd, products):
    # The norm is faster than sumElems.
    total = sum(cv2.norm(plane[EXTENT:, :COUNT], cv2.NORM_L1) for plane in (even, odd))
    positions = COUNT * ROWS
    brightness = max(total / (2 * positions) - 16, 4)
    return products(even, odd) / (2 * positions) / (brightness * brightness)


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
