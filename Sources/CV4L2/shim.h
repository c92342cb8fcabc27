// V4L2 as the camera needs it: the kernel's header, and what Swift cannot import from it or Debian 12's copy lacks.
//
// libv4l2 is linked but not called for controls. Its v4l2_ioctl passes them through unchanged, except for software
// controls that act only on frames which are read through libv4l2 itself; its v4l2_open makes a dozen ioctls of its own
// and cannot open sub-devices; and v4l2_set_control returns 0 for a control that does not exist or is locked. So controls
// go through plain open and ioctl. What libv4l2 is good for is converting pixel formats, once frames are read.
#pragma once
#include <libv4l2.h>
#include <linux/videodev2.h>

// Requests: function-like macros of macros, which are not imported.
static const unsigned long tapfocus_vidioc_querycap = VIDIOC_QUERYCAP;
static const unsigned long tapfocus_vidioc_g_fmt = VIDIOC_G_FMT;
static const unsigned long tapfocus_vidioc_queryctrl = VIDIOC_QUERYCTRL;
static const unsigned long tapfocus_vidioc_query_ext_ctrl = VIDIOC_QUERY_EXT_CTRL;
static const unsigned long tapfocus_vidioc_querymenu = VIDIOC_QUERYMENU;
static const unsigned long tapfocus_vidioc_g_ext_ctrls = VIDIOC_G_EXT_CTRLS;
static const unsigned long tapfocus_vidioc_s_ext_ctrls = VIDIOC_S_EXT_CTRLS;

// Numbers that are enumerators or casts in the header; here they all are plain 32-bit numbers.
static const __u32 tapfocus_cap_video_capture = V4L2_CAP_VIDEO_CAPTURE;
static const __u32 tapfocus_cap_streaming = V4L2_CAP_STREAMING;
static const __u32 tapfocus_cap_meta_capture = V4L2_CAP_META_CAPTURE;
static const __u32 tapfocus_cap_device_caps = V4L2_CAP_DEVICE_CAPS;
static const __u32 tapfocus_buffer_type_capture = V4L2_BUF_TYPE_VIDEO_CAPTURE;
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
