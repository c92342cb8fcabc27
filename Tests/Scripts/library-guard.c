// Images that end at the end of a page behind which nothing may be read, through the library as it is built:
// library-guard [SECONDS]. A read outside ends the program by a signal.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <tapfocus.h>
#include <unistd.h>

enum { ROOM = 1 << 18 };

// SplitMix64.
static uint64_t random_bits(void) {
    static uint64_t state = 1;
    uint64_t mixed = state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

static int below(int count) { return (int)(random_bits() % (uint64_t)count); }
static double share(void) { return (double)below(2001) / 1000 - 0.5; }

int main(int count, char **arguments) {
    long page = sysconf(_SC_PAGESIZE);
    unsigned char *memory = mmap(NULL, ROOM + 2 * (size_t)page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + page, ROOM, PROT_READ | PROT_WRITE) != 0) return 2;
    unsigned char *begin = memory + page, *end = begin + ROOM;
    for (int index = 0; index < ROOM; index++) begin[index] = (unsigned char)random_bits();

    int64_t stop = tapfocus_now() + (count > 1 ? atol(arguments[1]) : 1) * 1000000;
    long measured = 0, refused = 0;
    while (tapfocus_now() < stop) {
        int32_t format = below(5), step = format == TAPFOCUS_YUYV || format == TAPFOCUS_UYVY ? 2 : 1;
        int32_t width = 1 + below(150), height = 1 + below(60), stride = width * step + (below(2) ? below(70) : 0);
        size_t size = (size_t)stride * (size_t)(height - 1) + (size_t)(width * step);
        // At the end of the memory, or at its beginning.
        tapfocus_image image = {.data = below(4) ? end - size : begin, .size = size, .width = width, .height = height,
                                .stride = stride, .format = format, .limited_range = below(2)};
        // One byte too few must be an error, and not be read.
        if (below(4) == 0) image.data = end - --image.size;
        tapfocus_rectangle focus = {share(), share(), share() + 0.5, share() + 0.5}, exposure = {0, 0, share() + 0.5, 1};
        tapfocus_measurement found;
        int status = tapfocus_measure(&image, &focus, below(2) ? &focus : &exposure, below(2), &found);
        if (status != (image.size < size ? TAPFOCUS_BAD_IMAGE : TAPFOCUS_OK)) {
            printf("%d x %d, stride %d, format %d, %zu bytes: %s\n", width, height, stride, format, image.size, tapfocus_explain(status));
            return 1;
        }
        if (status == TAPFOCUS_OK) measured++; else refused++;
    }
    printf("%ld images measured, %ld refused\n", measured, refused);
    return measured > 1000 && refused > 1000 ? 0 : 1;
}
