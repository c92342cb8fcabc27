#pragma once
#include <linux/uhid.h>
#include <linux/uinput.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>

/* Swift imports neither the UI_* macros nor the variadic ioctl(): one function for each request that virtual-kiosk makes.
   All return what ioctl() returns, and leave errno as it does. */

static inline int virtual_kiosk_uinput_enable_event(int descriptor, int type) {
    return ioctl(descriptor, UI_SET_EVBIT, type);
}

static inline int virtual_kiosk_uinput_enable_key(int descriptor, int code) {
    return ioctl(descriptor, UI_SET_KEYBIT, code);
}

static inline int virtual_kiosk_uinput_enable_property(int descriptor, int property) {
    return ioctl(descriptor, UI_SET_PROPBIT, property);
}

/* UI_ABS_SETUP also enables the axis, but not EV_ABS. */
static inline int virtual_kiosk_uinput_enable_axis(
    int descriptor, unsigned short code, int minimum, int maximum, int resolution) {
    struct uinput_abs_setup setup = {
        .code = code, .absinfo = {.minimum = minimum, .maximum = maximum, .resolution = resolution}};
    return ioctl(descriptor, UI_ABS_SETUP, &setup);
}

static inline int virtual_kiosk_uinput_create(
    int descriptor, const char *name, unsigned short bus, unsigned short vendor, unsigned short product) {
    struct uinput_setup setup = {.id = {.bustype = bus, .vendor = vendor, .product = product}};
    strncpy(setup.name, name, sizeof setup.name - 1);
    if (ioctl(descriptor, UI_DEV_SETUP, &setup) < 0) {
        return -1;
    }
    return ioctl(descriptor, UI_DEV_CREATE);
}

static inline int virtual_kiosk_uinput_destroy(int descriptor) {
    return ioctl(descriptor, UI_DEV_DESTROY);
}

/* The name of the device's folder under /sys/devices/virtual/input, such as "input7". */
static inline int virtual_kiosk_uinput_system_name(int descriptor, char *name, int size) {
    return ioctl(descriptor, UI_GET_SYSNAME(size), name);
}

/* Swift's Glibc module leaves out sys/signalfd.h. */
static inline int virtual_kiosk_signal_descriptor(const sigset_t *signals) {
    return signalfd(-1, signals, SFD_CLOEXEC);
}
