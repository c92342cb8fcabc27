// libsoup 3 and GLib's loop. What Swift cannot import is spelled out here: macros that cast, variadic prototypes, and unions.
#pragma once
#include <gio/gio.h>
#include <glib-unix.h>
#include <libsoup/soup.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <string.h>
#include <sys/socket.h>

// g_object_new is variadic. Paths stay as they were sent: libsoup would resolve their percent signs, and so would WebGateway.
static inline SoupServer *tapfocus_soup_server_new(void) {
    return SOUP_SERVER(g_object_new(SOUP_TYPE_SERVER, "raw-paths", TRUE, NULL));
}

// The deflate extension lets 64 KiB grow to many megabytes.
static inline void tapfocus_soup_server_refuse_compression(SoupServer *server) {
    soup_server_remove_websocket_extension(server, SOUP_TYPE_WEBSOCKET_EXTENSION_DEFLATE);
}

// The number of bytes that have been read from a TCP connection: those that have arrived, without those that still wait in
// the kernel. -1 if the kernel does not tell. libsoup 3.2 has no limit for the sum of a message's fragments.
//
// The kernel's struct tcp_info has tcpi_bytes_received at this place since Linux 4.1; the C library's ends before it, and both
// headers cannot be included.
static inline int64_t tapfocus_bytes_read(int descriptor) {
    enum { place = 128 };
    char info[place + sizeof(uint64_t)];
    socklen_t size = sizeof info;
    uint64_t received;
    int waiting = 0;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, info, &size) != 0 || size < sizeof info) return -1;
    if (ioctl(descriptor, SIOCINQ, &waiting) != 0) return -1;
    memcpy(&received, info + place, sizeof received);
    return (int64_t)received - waiting;
}

// True if the other side will send no more, and everything that it has sent was read.
static inline gboolean tapfocus_has_ended(int descriptor) {
    char byte;
    return recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

// Throws away what has arrived, 256 KiB at most. A connection that is closed with unread bytes gets a reset, which takes from the other
// side what was sent last.
static inline void tapfocus_discard(int descriptor) {
    char bytes[4096];
    for (int times = 0; times < 64; times += 1) {
        if (recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT) <= 0) return;
    }
}

// True if a connection takes bytes without waiting. libsoup writes a message at once if nothing waits in it, and does not tell whether it
// could.
static inline gboolean tapfocus_can_write(int descriptor) {
    struct pollfd place = {descriptor, POLLOUT, 0};
    return poll(&place, 1, 0) == 1 && (place.revents & POLLOUT) != 0;
}

// Ends a connection at once, and throws away what has arrived: the other side gets a reset. After shutdown() and close() a sender whose
// window is full would hear nothing for minutes, since an orphaned connection announces no window. connect(2) has this use of AF_UNSPEC.
static inline void tapfocus_reset(int descriptor) {
    struct sockaddr nobody = {.sa_family = AF_UNSPEC};
    connect(descriptor, &nobody, sizeof nobody);
}
