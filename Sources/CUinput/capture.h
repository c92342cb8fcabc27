#pragma once
#include <linux/videodev2.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

/* Streaming as any program does it that has only the kernel: requests that Swift does not import, with what they are about. All
   return what ioctl() returns, and leave errno as it does. */

/* The image in effect; a width above 0 first asks for another size. */
static inline int virtual_kiosk_video_format(
    int descriptor, uint32_t width, uint32_t height, struct v4l2_pix_format *image) {
    struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    int answer = ioctl(descriptor, VIDIOC_G_FMT, &format);
    if (answer == 0 && width > 0) {
        format.fmt.pix.width = width;
        format.fmt.pix.height = height;
        format.fmt.pix.bytesperline = 0;
        format.fmt.pix.sizeimage = 0;
        answer = ioctl(descriptor, VIDIOC_S_FMT, &format);
    }
    *image = format.fmt.pix;
    return answer;
}

/* Asks for so many frames a second. */
static inline int virtual_kiosk_video_rate(int descriptor, uint32_t frames) {
    struct v4l2_streamparm parameters = {
        .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .parm.capture.timeperframe = {.numerator = 1, .denominator = frames}};
    return ioctl(descriptor, VIDIOC_S_PARM, &parameters);
}

static inline int virtual_kiosk_video_request(int descriptor, uint32_t buffers) {
    struct v4l2_requestbuffers request = {
        .count = buffers, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    int answer = ioctl(descriptor, VIDIOC_REQBUFS, &request);
    return answer < 0 ? answer : (int)request.count;
}

static inline struct v4l2_buffer virtual_kiosk_video_buffer(uint32_t index) {
    return (struct v4l2_buffer){.index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
}

/* NULL where it cannot be mapped. */
static inline const uint8_t *virtual_kiosk_video_map(int descriptor, uint32_t index, size_t *length) {
    struct v4l2_buffer buffer = virtual_kiosk_video_buffer(index);
    if (ioctl(descriptor, VIDIOC_QUERYBUF, &buffer) < 0) {
        return NULL;
    }
    void *address = mmap(NULL, buffer.length, PROT_READ, MAP_SHARED, descriptor, buffer.m.offset);
    *length = buffer.length;
    return address == MAP_FAILED ? NULL : (const uint8_t *)address;
}

static inline int virtual_kiosk_video_queue(int descriptor, uint32_t index) {
    struct v4l2_buffer buffer = virtual_kiosk_video_buffer(index);
    return ioctl(descriptor, VIDIOC_QBUF, &buffer);
}

static inline int virtual_kiosk_video_dequeue(int descriptor, struct v4l2_buffer *buffer) {
    *buffer = virtual_kiosk_video_buffer(0);
    return ioctl(descriptor, VIDIOC_DQBUF, buffer);
}

static inline int virtual_kiosk_video_stream(int descriptor, int on) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    return ioctl(descriptor, on ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &type);
}

static inline int virtual_kiosk_video_set_control(int descriptor, uint32_t identifier, int32_t value) {
    struct v4l2_control control = {identifier, value};
    return ioctl(descriptor, VIDIOC_S_CTRL, &control);
}

static inline int virtual_kiosk_video_get_control(int descriptor, uint32_t identifier, int32_t *value) {
    struct v4l2_control control = {identifier, 0};
    int answer = ioctl(descriptor, VIDIOC_G_CTRL, &control);
    *value = control.value;
    return answer;
}

/* A control's limits; the step too. */
static inline int virtual_kiosk_video_query_control(
    int descriptor, uint32_t identifier, struct v4l2_queryctrl *control) {
    *control = (struct v4l2_queryctrl){.id = identifier};
    return ioctl(descriptor, VIDIOC_QUERYCTRL, control);
}
