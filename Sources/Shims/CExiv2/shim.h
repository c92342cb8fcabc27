// libgexiv2, which writes a photo's metadata, and the time of day as Exif has it.
#pragma once
#include <gexiv2/gexiv2.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// A moment as the tags DateTimeOriginal, SubSecTimeOriginal and OffsetTimeOriginal have it.
typedef struct {
    char date[32], fraction[8], zone[8];
} tapfocus_exif_time;

// - captured: µs of CLOCK_MONOTONIC. The two clocks are read one after the other, so the result is right to some microseconds.
static inline int tapfocus_exif_moment(int64_t captured, tapfocus_exif_time *moment) {
    struct timespec day, monotonic;
    clock_gettime(CLOCK_MONOTONIC, &monotonic);
    clock_gettime(CLOCK_REALTIME, &day);
    int64_t age = (int64_t)monotonic.tv_sec * 1000000 + monotonic.tv_nsec / 1000 - captured;
    int64_t time = (int64_t)day.tv_sec * 1000000 + day.tv_nsec / 1000 - age;
    if (time < 0) return 0;
    time_t seconds = (time_t)(time / 1000000);
    struct tm parts;
    if (localtime_r(&seconds, &parts) == NULL) return 0;
    if (strftime(moment->date, sizeof moment->date, "%Y:%m:%d %H:%M:%S", &parts) == 0) return 0;
    snprintf(moment->fraction, sizeof moment->fraction, "%06d", (int)(time % 1000000));
    // +hhmm, and Exif wants +hh:mm.
    char zone[8] = "";
    if (strftime(zone, sizeof zone, "%z", &parts) != 5) return 0;
    snprintf(moment->zone, sizeof moment->zone, "%.3s:%.2s", zone, zone + 3);
    return 1;
}
