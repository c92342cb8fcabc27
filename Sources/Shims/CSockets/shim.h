// The system calls of a client of the control socket. They are functions in C, because Embedded Swift has no module for
// libc, and Swift cannot use the rest directly: variadic prototypes, macros, unions, errno.
//
// A function that fails returns the negative errno.
#pragma once
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// The longest path of a socket in bytes; a terminating 0 must fit, too.
static const int tapfocus_longest_path = sizeof(((struct sockaddr_un *)0)->sun_path) - 1;

// Connects without waiting. A path of more than tapfocus_longest_path bytes does not come here.
static inline int tapfocus_connect(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, path, strnlen(path, sizeof address.sun_path - 1));
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -errno;
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    return -error;
}

// The user of the process that called listen at the other end (SO_PEERCRED, unix(7)). glibc declares struct ucred only
// under _GNU_SOURCE.
static inline int tapfocus_peer(int descriptor, unsigned *user) {
    struct { int32_t process; uint32_t user, group; } peer;
    socklen_t size = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -errno;
    *user = peer.user;
    return 0;
}

// Returns 0 when the other side has closed the connection, and -EAGAIN when nothing is there to be read.
static inline int64_t tapfocus_read(int descriptor, void *bytes, size_t size) {
    ssize_t count;
    do count = recv(descriptor, bytes, size, MSG_DONTWAIT);
    while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}

// Returns -EAGAIN when nothing can be written now. A lost connection is an error, and no SIGPIPE.
static inline int64_t tapfocus_write(int descriptor, const void *bytes, size_t size) {
    ssize_t count;
    do count = send(descriptor, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}

static inline int tapfocus_is_again(int64_t result) { return result == -EAGAIN || result == -EWOULDBLOCK; }

static inline void tapfocus_close(int descriptor) { close(descriptor); }

// The bits of the result of tapfocus_look.
static const int tapfocus_timer_expired = 1;
static const int tapfocus_socket_readable = 2;
static const int tapfocus_socket_writable = 4;

static inline int tapfocus_make_epoll(void) {
    int descriptor = epoll_create1(EPOLL_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

// Makes a timer and adds it to an epoll.
static inline int tapfocus_make_timer(int epoll) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (timer < 0) return -errno;
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = 1};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &event) == 0) return timer;
    int error = errno;
    close(timer);
    return -error;
}

// Sets the time at which a timer expires, in microseconds of CLOCK_MONOTONIC; 0: never. An expiry that was not noticed
// yet is forgotten.
static inline void tapfocus_set_timer(int timer, int64_t microseconds) {
    struct itimerspec time = {.it_value = {microseconds / 1000000, microseconds % 1000000 * 1000}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, NULL);
}

// Adds a socket to an epoll; it leaves by itself when it is closed.
static inline int tapfocus_watch_socket(int epoll, int socket) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = 2};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) < 0 ? -errno : 0;
}

static inline void tapfocus_watch_writing(int epoll, int socket, int is_wanted) {
    struct epoll_event event = {.events = is_wanted ? EPOLLIN | EPOLLOUT : EPOLLIN, .data.u32 = 2};
    epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event);
}

// Returns the bits of the descriptors that are ready, without waiting. A lost connection counts as readable, because reading
// returns its error.
static inline int tapfocus_look(int epoll) {
    struct epoll_event events[2];
    int count = epoll_wait(epoll, events, 2, 0), seen = 0;
    for (int index = 0; index < count; index++) {
        if (events[index].data.u32 == 1) {
            seen |= tapfocus_timer_expired;
        } else {
            if (events[index].events & (EPOLLIN | EPOLLERR | EPOLLHUP)) seen |= tapfocus_socket_readable;
            if (events[index].events & EPOLLOUT) seen |= tapfocus_socket_writable;
        }
    }
    return seen;
}

// CLOCK_MONOTONIC in microseconds.
static inline int64_t tapfocus_clock(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static inline unsigned tapfocus_user(void) { return getuid(); }
static inline const char *tapfocus_environment(const char *name) { return getenv(name); }
static inline int tapfocus_exists(const char *path) { return path != NULL && access(path, F_OK) == 0; }
static inline int tapfocus_may_enter(const char *path) { return access(path, X_OK) == 0; }
static inline size_t tapfocus_length(const char *text, size_t limit) { return strnlen(text, limit); }
static inline void *tapfocus_allocate(size_t size) { return malloc(size); }
static inline void tapfocus_release(void *memory) { free(memory); }
