// libiio 0.x. (1.x has another interface; Motion/ is the only user.) Nothing is linked with it: see IIOLibrary.
#pragma once
#include <dlfcn.h>
#include <iio.h>
#include <stddef.h>

// Each function that is used here, by its name without "iio_".
#define IIO_FUNCTIONS(each) \
    each(create_local_context) each(create_xml_context) each(context_destroy) \
    each(context_get_devices_count) each(context_get_device) \
    each(device_get_id) each(device_get_name) each(device_get_label) each(device_is_trigger) \
    each(device_find_attr) each(device_attr_read) each(device_attr_write) \
    each(device_find_channel) each(device_create_buffer) \
    each(channel_find_attr) each(channel_attr_read) each(channel_attr_read_longlong) \
    each(channel_attr_read_double) each(channel_attr_write) \
    each(channel_is_scan_element) each(channel_get_data_format) each(channel_convert) \
    each(channel_enable) each(channel_disable) \
    each(buffer_set_blocking_mode) each(buffer_get_poll_fd) each(buffer_refill) \
    each(buffer_first) each(buffer_start) each(buffer_end) each(buffer_step) each(buffer_destroy)

// Where they are; the types are the header's.
struct iio_functions {
#define IIO_FUNCTION(name) __typeof__(iio_##name) *name;
    IIO_FUNCTIONS(IIO_FUNCTION)
#undef IIO_FUNCTION
};

// Opens the library and finds all functions. Returns NULL, or the loader's sentence about why it could not.
static inline const char *iio_functions_find(struct iio_functions *functions) {
    void *library = dlopen("libiio.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define IIO_FUNCTION(name) \
    functions->name = (__typeof__(functions->name))dlsym(library, "iio_" #name); \
    if (functions->name == NULL) return dlerror();
    IIO_FUNCTIONS(IIO_FUNCTION)
#undef IIO_FUNCTION
    return NULL;
}
