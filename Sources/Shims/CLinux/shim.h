// What the event loop needs from the kernel's own interfaces. Swift's Glibc module does not cover these headers, and
// leaves out what stands behind _GNU_SOURCE or in a variadic prototype.
#pragma once
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

// glibc declares these two only under _GNU_SOURCE, which an importer cannot set after the fact. Both return static,
// untranslated strings (or NULL for an unknown number), so that they may be called from any thread.
const char *strerrorname_np(int error);
const char *strerrordesc_np(int error);

// The flags are enumerators of anonymous enums, which Swift sees as types of their own instead of as numbers.
static const int tapfocus_epoll_cloexec = EPOLL_CLOEXEC;
static const int tapfocus_eventfd_flags = EFD_CLOEXEC | EFD_NONBLOCK;
static const int tapfocus_signalfd_flags = SFD_CLOEXEC | SFD_NONBLOCK;
static const int tapfocus_timerfd_flags = TFD_CLOEXEC | TFD_NONBLOCK;
static const int tapfocus_timerfd_absolute = TFD_TIMER_ABSTIME;
static const int32_t tapfocus_signal_from_kernel = SI_KERNEL;
static const uint32_t tapfocus_epoll_in = EPOLLIN;
static const uint32_t tapfocus_epoll_out = EPOLLOUT;
static const uint32_t tapfocus_epoll_error = EPOLLERR;
static const uint32_t tapfocus_epoll_hangup = EPOLLHUP;

// ioctl is variadic, which Swift cannot call; everything that is asked here takes one pointer.
static inline int tapfocus_ioctl(int fd, unsigned long request, void *argument) {
    return ioctl(fd, request, argument);
}

// The linker's names for the ends of what the program only reads: its constants and its code.
extern const char __executable_start[];
extern const char etext[];

// Gives back the pages of it that are in memory; those that are needed come back from the page cache.
static inline int tapfocus_give_back_code(void) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t begin = ((uintptr_t)__executable_start + page - 1) / page * page;
    const uintptr_t end = (uintptr_t)etext / page * page;
    return begin < end ? madvise((void *)begin, end - begin, MADV_DONTNEED) : 0;
}
