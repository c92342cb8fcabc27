// libevdev, and the code numbers of linux/input-event-codes.h as plain 32-bit numbers, as libevdev's functions take them. virtual-kiosk
// makes devices with libevdev-uinput.h and the kernel's linux/uhid.h.
#pragma once
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/uhid.h>
#include <time.h>

static const unsigned int tapfocus_event_synchronisation = EV_SYN;
static const unsigned int tapfocus_event_key = EV_KEY;
static const unsigned int tapfocus_event_absolute = EV_ABS;
static const unsigned int tapfocus_event_led = EV_LED;
static const unsigned int tapfocus_code_led = LED_MISC;
static const unsigned int tapfocus_code_report = SYN_REPORT;
static const unsigned int tapfocus_code_dropped = SYN_DROPPED;
static const unsigned int tapfocus_code_touch = BTN_TOUCH;
static const unsigned int tapfocus_code_x = ABS_X;
static const unsigned int tapfocus_code_y = ABS_Y;
static const unsigned int tapfocus_code_slot = ABS_MT_SLOT;
static const unsigned int tapfocus_code_touch_major = ABS_MT_TOUCH_MAJOR;
static const unsigned int tapfocus_code_position_x = ABS_MT_POSITION_X;
static const unsigned int tapfocus_code_position_y = ABS_MT_POSITION_Y;
static const unsigned int tapfocus_code_tool_type = ABS_MT_TOOL_TYPE;
static const unsigned int tapfocus_code_tracking_id = ABS_MT_TRACKING_ID;
static const unsigned int tapfocus_property_direct = INPUT_PROP_DIRECT;
static const int tapfocus_tool_palm = MT_TOOL_PALM;

// LIBEVDEV_READ_FLAG_* and LIBEVDEV_READ_STATUS_* are two enums; the calls mix them with ints.
static const unsigned int tapfocus_read_normal = LIBEVDEV_READ_FLAG_NORMAL;
static const unsigned int tapfocus_read_sync = LIBEVDEV_READ_FLAG_SYNC;
static const int tapfocus_status_sync = LIBEVDEV_READ_STATUS_SYNC;
static const int tapfocus_uinput_open_managed = LIBEVDEV_UINPUT_OPEN_MANAGED;
