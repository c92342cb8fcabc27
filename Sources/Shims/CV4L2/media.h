// The media controller, which tells what a camera is made of: sensor, lens, receiver, and what belongs to what.
#pragma once
#include <linux/media.h>

// A function-like macro of a macro, which is not imported.
static const unsigned long tapfocus_media_ioc_g_topology = MEDIA_IOC_G_TOPOLOGY;

// Macros of shifts and sums; here they all are plain 32-bit numbers.
static const __u32 tapfocus_media_entity_lens = MEDIA_ENT_F_LENS;
static const __u32 tapfocus_media_entity_sensor = MEDIA_ENT_F_CAM_SENSOR;
static const __u32 tapfocus_media_interface_subdevice = MEDIA_INTF_T_V4L_SUBDEV;
static const __u32 tapfocus_media_link_enabled = MEDIA_LNK_FL_ENABLED;
static const __u32 tapfocus_media_link_type = MEDIA_LNK_FL_LINK_TYPE;
static const __u32 tapfocus_media_link_data = MEDIA_LNK_FL_DATA_LINK;
static const __u32 tapfocus_media_link_interface = MEDIA_LNK_FL_INTERFACE_LINK;

// Since Linux 5.19; the number is that of linux/media.h there.
static const __u32 tapfocus_media_link_ancillary = 2u << 28;
