/* Holds the simulated camera's frames by libtapfocus, as a program beside `tapfocus run` does: the peer of the page in bench.mjs.
 * holder SOCKET: gives 30 frames a second, until it is ended. */
#include <poll.h>
#include <stdint.h>
#include <tapfocus.h>

enum { WIDTH = 1280, HEIGHT = 720, INTERVAL = 33333 };
static uint8_t luma[WIDTH * HEIGHT];

int main(int count, char **arguments) {
    tapfocus *client = tapfocus_new(count > 1 ? arguments[1] : 0, "Simulated Camera");
    if (!client) return 1;
    uint32_t chance = 1;
    for (int index = 0; index < WIDTH * HEIGHT; index++) luma[index] = 64 + ((chance = chance * 1664525 + 1013904223) >> 25);
    tapfocus_stream stream = {.width = WIDTH, .height = HEIGHT, .interval = INTERVAL, .stamp = TAPFOCUS_RECEIVED, .takes_taps = 1};
    if (tapfocus_begin_frames(client, &stream) < 0) return 1;
    int64_t next = tapfocus_now();
    for (uint32_t number = 0;;) {
        int64_t now = tapfocus_now();
        if (now < next) {
            struct pollfd waiting = {.fd = tapfocus_descriptor(client), .events = POLLIN};
            poll(&waiting, 1, (int)((next - now + 999) / 1000));
        }
        tapfocus_dispatch(client);
        for (tapfocus_event event; tapfocus_next_event(client, &event) == 1;) {}
        now = tapfocus_now();
        if (now < next) continue;
        next += INTERVAL;
        if (tapfocus_wants_frame(client, now) == 1) {
            tapfocus_image image = {.data = luma, .size = sizeof luma, .width = WIDTH, .height = HEIGHT, .format = TAPFOCUS_GRAY};
            tapfocus_give_frame(client, &image, number, now);
        }
        number++;
    }
}
