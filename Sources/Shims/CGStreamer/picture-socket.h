// The system calls of the socket that gives the camera's picture. They are functions in C, because Embedded Swift has no module for libc.
//
// A function that fails returns the negative errno.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

// Listens at a path, for its owner and its group. A socket on which nobody listens was left by a program that was killed.
static inline int tapfocus_picture_listen(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address.sun_path) return -ENAMETOOLONG;
    memcpy(address.sun_path, path, length);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -errno;
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISSOCK(status.st_mode) &&
        connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0 && errno == ECONNREFUSED) {
        unlink(path);
    }
    int has_name = bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0;
    // Nobody can connect before it listens.
    if (has_name && chmod(path, 0660) == 0 && listen(descriptor, 8) == 0) return descriptor;
    int error = errno;
    if (has_name) unlink(path);
    close(descriptor);
    return -error;
}

static inline int tapfocus_picture_accept(int listener) {
    int descriptor = accept(listener, NULL, NULL);
    if (descriptor < 0) return -errno;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    return descriptor;
}

// Returns 0 when nothing can be sent now.
static inline int64_t tapfocus_picture_send(int descriptor, const void *bytes, size_t size) {
    ssize_t count;
    do count = send(descriptor, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (count < 0 && errno == EINTR);
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -errno;
    return count;
}

static inline void tapfocus_picture_close(int descriptor) { close(descriptor); }

static inline void tapfocus_picture_remove(const char *path) { unlink(path); }

// A descriptor by which one thread wakes another one that waits in poll.
static inline int tapfocus_picture_wakeup(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

static inline void tapfocus_picture_wake(int descriptor) {
    uint64_t one = 1;
    // It fails only if it has been woken already.
    ssize_t count = write(descriptor, &one, sizeof one);
    (void)count;
}

static inline void tapfocus_picture_woken(int descriptor) {
    uint64_t times;
    ssize_t count = read(descriptor, &times, sizeof times);
    (void)count;
}

// The longest head of a frame, in bytes.
static const size_t tapfocus_picture_longest_head = 160;

// The lines in front of a frame. A time below 0 is not known, and is left out.
static inline size_t tapfocus_picture_head(void *bytes, size_t length, int64_t captured) {
    char time[48] = "";
    if (captured >= 0) snprintf(time, sizeof time, "X-Captured: %lld\r\n", (long long)captured);
    int count = snprintf((char *)bytes, tapfocus_picture_longest_head,
                         "--tapfocus\r\nContent-Type: image/jpeg\r\nContent-Length: %zu\r\n%s\r\n", length, time);
    return (size_t)count;
}
