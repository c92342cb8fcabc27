// V4L2 as the camera needs it: the kernel's header, libv4l2 with libv4lconvert, and what Swift cannot import from them or
// Debian 12's copies lack.
//
// libv4l2 streams the frames as the camera sends them. It could convert what the measures cannot read (MJPEG, RGB, Bayer
// patterns) to YUV420, but then it does so with every frame. So libv4lconvert, by which it does that, is called for those
// alone that are measured.
//
// Neither is called for controls. libv4l2's v4l2_ioctl passes them through unchanged, except for software controls that act
// only on frames which are read through libv4l2 itself; its v4l2_open makes a dozen ioctls of its own and cannot open
// sub-devices; and v4l2_set_control returns 0 for a control that does not exist or is locked. So controls go through plain
// open and ioctl, on a descriptor of their own.
//
// libv4l-plugin.h is there for the tests, which play the camera that libv4lconvert asks for its name. virtual-kiosk needs the numbers
// only, and VIDIOC_G_CTRL and VIDIOC_S_CTRL are for the camera of the tests on a booted kernel.
#pragma once
#include <libv4l-plugin.h>
#include <libv4l2.h>
#include <libv4lconvert.h>
#include <linux/videodev2.h>
#include <stdio.h>

// v4l2_ioctl is variadic, which Swift cannot call; everything that is asked here takes one pointer.
static inline int tapfocus_v4l2_ioctl(int fd, unsigned long request, void *argument) {
    return v4l2_ioctl(fd, request, argument);
}

// Where libv4l2 writes what it finds worth telling, standard error if nowhere. It is a variable of the whole process, which
// Swift may not touch.
static inline void tapfocus_v4l2_log_to(FILE *file) { v4l2_log_file = file; }

// Requests: function-like macros of macros, which are not imported.
static const unsigned long tapfocus_vidioc_querycap = VIDIOC_QUERYCAP;
static const unsigned long tapfocus_vidioc_g_fmt = VIDIOC_G_FMT;
static const unsigned long tapfocus_vidioc_s_fmt = VIDIOC_S_FMT;
static const unsigned long tapfocus_vidioc_try_fmt = VIDIOC_TRY_FMT;
static const unsigned long tapfocus_vidioc_enum_fmt = VIDIOC_ENUM_FMT;
static const unsigned long tapfocus_vidioc_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long tapfocus_vidioc_enum_frameintervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long tapfocus_vidioc_g_parm = VIDIOC_G_PARM;
static const unsigned long tapfocus_vidioc_s_parm = VIDIOC_S_PARM;
static const unsigned long tapfocus_vidioc_reqbufs = VIDIOC_REQBUFS;
static const unsigned long tapfocus_vidioc_querybuf = VIDIOC_QUERYBUF;
static const unsigned long tapfocus_vidioc_qbuf = VIDIOC_QBUF;
static const unsigned long tapfocus_vidioc_dqbuf = VIDIOC_DQBUF;
static const unsigned long tapfocus_vidioc_streamon = VIDIOC_STREAMON;
static const unsigned long tapfocus_vidioc_streamoff = VIDIOC_STREAMOFF;
static const unsigned long tapfocus_vidioc_subscribe_event = VIDIOC_SUBSCRIBE_EVENT;
static const unsigned long tapfocus_vidioc_dqevent = VIDIOC_DQEVENT;
static const unsigned long tapfocus_vidioc_g_ctrl = VIDIOC_G_CTRL;
static const unsigned long tapfocus_vidioc_s_ctrl = VIDIOC_S_CTRL;
static const unsigned long tapfocus_vidioc_queryctrl = VIDIOC_QUERYCTRL;
static const unsigned long tapfocus_vidioc_query_ext_ctrl = VIDIOC_QUERY_EXT_CTRL;
static const unsigned long tapfocus_vidioc_querymenu = VIDIOC_QUERYMENU;
static const unsigned long tapfocus_vidioc_g_ext_ctrls = VIDIOC_G_EXT_CTRLS;
static const unsigned long tapfocus_vidioc_s_ext_ctrls = VIDIOC_S_EXT_CTRLS;

// Numbers that are enumerators or casts in the header; here they all are plain 32-bit numbers.
static const __u32 tapfocus_cap_video_capture = V4L2_CAP_VIDEO_CAPTURE;
static const __u32 tapfocus_cap_video_capture_planes = V4L2_CAP_VIDEO_CAPTURE_MPLANE;
static const __u32 tapfocus_cap_streaming = V4L2_CAP_STREAMING;
static const __u32 tapfocus_cap_meta_capture = V4L2_CAP_META_CAPTURE;
static const __u32 tapfocus_cap_device_caps = V4L2_CAP_DEVICE_CAPS;
static const __u32 tapfocus_buffer_type_capture = V4L2_BUF_TYPE_VIDEO_CAPTURE;
static const __u32 tapfocus_memory_mapped = V4L2_MEMORY_MMAP;
static const __u32 tapfocus_pixels_yuyv = V4L2_PIX_FMT_YUYV;
static const __u32 tapfocus_pixels_uyvy = V4L2_PIX_FMT_UYVY;
static const __u32 tapfocus_pixels_nv12 = V4L2_PIX_FMT_NV12;
static const __u32 tapfocus_pixels_yuv420 = V4L2_PIX_FMT_YUV420;
static const __u32 tapfocus_pixels_grey = V4L2_PIX_FMT_GREY;
static const __u32 tapfocus_pixels_mjpeg = V4L2_PIX_FMT_MJPEG;
static const __u32 tapfocus_pixels_jpeg = V4L2_PIX_FMT_JPEG;
static const __u32 tapfocus_field_none = V4L2_FIELD_NONE;
static const __u32 tapfocus_quantization_full = V4L2_QUANTIZATION_FULL_RANGE;
static const __u32 tapfocus_quantization_limited = V4L2_QUANTIZATION_LIM_RANGE;
static const __u32 tapfocus_colorspace_jpeg = V4L2_COLORSPACE_JPEG;
static const __u32 tapfocus_sizes_discrete = V4L2_FRMSIZE_TYPE_DISCRETE;
static const __u32 tapfocus_sizes_continuous = V4L2_FRMSIZE_TYPE_CONTINUOUS;
static const __u32 tapfocus_sizes_stepwise = V4L2_FRMSIZE_TYPE_STEPWISE;
static const __u32 tapfocus_intervals_discrete = V4L2_FRMIVAL_TYPE_DISCRETE;
static const __u32 tapfocus_interval_settable = V4L2_CAP_TIMEPERFRAME;
static const __u32 tapfocus_event_source_change = V4L2_EVENT_SOURCE_CHANGE;
static const __u32 tapfocus_event_control = V4L2_EVENT_CTRL;
static const __u32 tapfocus_event_control_value = V4L2_EVENT_CTRL_CH_VALUE;
static const __u32 tapfocus_buffer_flag_error = V4L2_BUF_FLAG_ERROR;
static const __u32 tapfocus_buffer_flag_time_mask = V4L2_BUF_FLAG_TIMESTAMP_MASK;
static const __u32 tapfocus_buffer_flag_time_monotonic = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
static const __u32 tapfocus_buffer_flag_time_source_mask = V4L2_BUF_FLAG_TSTAMP_SRC_MASK;
static const __u32 tapfocus_buffer_flag_time_of_start = V4L2_BUF_FLAG_TSTAMP_SRC_SOE;
static const __u32 tapfocus_control_type_integer = V4L2_CTRL_TYPE_INTEGER;
static const __u32 tapfocus_control_type_boolean = V4L2_CTRL_TYPE_BOOLEAN;
static const __u32 tapfocus_control_type_menu = V4L2_CTRL_TYPE_MENU;
static const __u32 tapfocus_control_type_button = V4L2_CTRL_TYPE_BUTTON;
static const __u32 tapfocus_control_type_integer64 = V4L2_CTRL_TYPE_INTEGER64;
static const __u32 tapfocus_control_type_class = V4L2_CTRL_TYPE_CTRL_CLASS;
static const __u32 tapfocus_control_type_bitmask = V4L2_CTRL_TYPE_BITMASK;
static const __u32 tapfocus_control_type_integer_menu = V4L2_CTRL_TYPE_INTEGER_MENU;
static const __u32 tapfocus_control_flag_disabled = V4L2_CTRL_FLAG_DISABLED;
static const __u32 tapfocus_control_flag_read_only = V4L2_CTRL_FLAG_READ_ONLY;
static const __u32 tapfocus_control_flag_write_only = V4L2_CTRL_FLAG_WRITE_ONLY;
static const __u32 tapfocus_control_next = V4L2_CTRL_FLAG_NEXT_CTRL;
static const __u32 tapfocus_control_next_compound = V4L2_CTRL_FLAG_NEXT_COMPOUND;
static const __u32 tapfocus_which_current = V4L2_CTRL_WHICH_CUR_VAL;
static const __u32 tapfocus_which_default = V4L2_CTRL_WHICH_DEF_VAL;

// Since Linux 6.15; Debian 12's header is of 6.1. The numbers are those of linux/videodev2.h there.
static const __u32 tapfocus_control_type_rectangle = 0x0107;
static const __u32 tapfocus_control_flag_has_minimum_maximum = 0x1000;
static const __u32 tapfocus_which_minimum = 0x0f020000;
static const __u32 tapfocus_which_maximum = 0x0f030000;
