// The smallest program between a finger and a camera: libevdev and one ioctl. `make bench` compares tapfocus with it.
// It treats every lift of the first contact as a tap in the middle of a 1280x960 camera.
//
// usage: minimal-tap TOUCHSCREEN CAMERA region|focus
//   region  writes a region of interest (Linux 6.15 or newer), focus switches the autofocus off and on.
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

// From linux/uvcvideo.h of Linux 6.15, which Debian 12's headers do not have yet.
enum { REGION_RECTANGLE = 0x00981ae1, REGION_AUTO = 0x00981ae2 };

static int write_region(int camera, int x, int y) {
    struct v4l2_rect rectangle = {.left = x, .top = y, .width = 213, .height = 160};
    struct v4l2_ext_control controls[2];
    memset(controls, 0, sizeof controls);
    controls[0].id = REGION_RECTANGLE;
    controls[0].size = sizeof rectangle;
    controls[0].ptr = &rectangle;
    controls[1].id = REGION_AUTO;
    controls[1].value = 9;
    struct v4l2_ext_controls call = {.count = 2, .controls = controls};
    return ioctl(camera, VIDIOC_S_EXT_CTRLS, &call);
}

static int write_focus(int camera, int on) {
    struct v4l2_ext_control control;
    memset(&control, 0, sizeof control);
    control.id = V4L2_CID_FOCUS_AUTO;
    control.value = on;
    struct v4l2_ext_controls call = {.count = 1, .controls = &control};
    return ioctl(camera, VIDIOC_S_EXT_CTRLS, &call);
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: minimal-tap TOUCHSCREEN CAMERA region|focus\n");
        return 2;
    }
    int screen = open(arguments[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    int camera = open(arguments[2], O_RDWR | O_CLOEXEC);
    struct libevdev *device = NULL;
    if (screen < 0 || camera < 0 || libevdev_new_from_fd(screen, &device) < 0) {
        perror("minimal-tap: cannot open the devices");
        return 1;
    }
    int uses_region = strcmp(arguments[3], "region") == 0;
    int x = 0, y = 0, turn = 0;
    struct pollfd ready = {.fd = screen, .events = POLLIN};
    puts("ready");
    fflush(stdout);
    while (poll(&ready, 1, -1) >= 0) {
        struct input_event event;
        int lifted = 0;
        while (libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event) == LIBEVDEV_READ_STATUS_SUCCESS) {
            if (event.type != EV_ABS) continue;
            if (event.code == ABS_MT_POSITION_X) x = event.value;
            if (event.code == ABS_MT_POSITION_Y) y = event.value;
            if (event.code == ABS_MT_TRACKING_ID && event.value < 0) lifted = 1;
        }
        if (!lifted) continue;
        // The place alternates, so that the driver has something to send.
        turn = !turn;
        int result = uses_region ? write_region(camera, x / 2 + turn, y / 2) : write_focus(camera, turn);
        if (result < 0) perror("minimal-tap: write");
    }
    return 1;
}
