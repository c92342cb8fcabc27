// The system calls that write a photo. They are functions in C, because Embedded Swift has no module for libc, and Swift cannot use the
// rest directly: variadic prototypes, macros, errno.
//
// A function that fails returns the negative errno.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

// Linux 5.6 and newer have the call; its number is the same on every architecture, and the C library may not know it.
#ifndef SYS_openat2
#define SYS_openat2 437
#endif

static inline int tapfocus_photo_open_folder(const char *path) {
    int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

// Opens a folder below another one; no link leads out of it, and none is followed. -ENOSYS before Linux 5.6, and where a sandbox
// does not know the call.
static inline int tapfocus_photo_open_beneath(int folder, const char *path) {
    struct open_how how = {.flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC, .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
    long descriptor = syscall(SYS_openat2, folder, path, &how, sizeof how);
    return descriptor < 0 ? -errno : (int)descriptor;
}

// Opens a folder by a name without a slash, and follows no link.
static inline int tapfocus_photo_open_step(int folder, const char *name) {
    int descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

// A new file; one that is there already is an error.
static inline int tapfocus_photo_create(int folder, const char *name) {
    int descriptor = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0640);
    return descriptor < 0 ? -errno : descriptor;
}

// Writes all of it.
static inline int tapfocus_photo_write(int descriptor, const void *bytes, size_t size) {
    const char *rest = (const char *)bytes;
    while (size > 0) {
        ssize_t count = write(descriptor, rest, size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -errno;
        if (count == 0) return -EIO;
        rest += count;
        size -= (size_t)count;
    }
    return 0;
}

static inline int tapfocus_photo_synchronise(int descriptor) { return fsync(descriptor) < 0 ? -errno : 0; }

// close reports what a network file system could not write.
static inline int tapfocus_photo_close(int descriptor) { return close(descriptor) < 0 ? -errno : 0; }

static inline int tapfocus_photo_rename(int folder, const char *from, const char *to) {
    return renameat(folder, from, folder, to) < 0 ? -errno : 0;
}

static inline int tapfocus_photo_remove(int folder, const char *name) {
    return unlinkat(folder, name, 0) < 0 ? -errno : 0;
}

// Removes a name if it is still that of the open file.
static inline void tapfocus_photo_remove_file(int folder, const char *name, int descriptor) {
    struct stat there, file;
    if (fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) < 0 || fstat(descriptor, &file) < 0) return;
    if (there.st_dev == file.st_dev && there.st_ino == file.st_ino) unlinkat(folder, name, 0);
}

// A file in memory, for a library that works on files only. glibc declares memfd_create and MFD_CLOEXEC, 1, only under _GNU_SOURCE.
static inline int tapfocus_photo_memory_file(void) {
    long descriptor = syscall(SYS_memfd_create, "tapfocus-photo", 1u);
    return descriptor < 0 ? -errno : (int)descriptor;
}

// The path by which this process opens its own descriptor.
static inline void tapfocus_photo_path(int descriptor, char *path, size_t size) {
    snprintf(path, size, "/proc/self/fd/%d", descriptor);
}

static inline int64_t tapfocus_photo_size(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) < 0 ? -errno : status.st_size;
}

// The bytes that are free for this process on the file system of a file.
static inline int64_t tapfocus_photo_free_space(int descriptor) {
    struct statvfs status;
    if (fstatvfs(descriptor, &status) < 0) return -errno;
    return (int64_t)status.f_bavail * (int64_t)status.f_frsize;
}

// Reads exactly so much from the beginning.
static inline int tapfocus_photo_read(int descriptor, void *bytes, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t count = pread(descriptor, (char *)bytes + done, size - done, (off_t)done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -errno;
        if (count == 0) return -EIO;
        done += (size_t)count;
    }
    return 0;
}

// Of a C string, in bytes.
static inline size_t tapfocus_photo_length(const char *text) { return strlen(text); }

static inline int64_t tapfocus_photo_process(void) { return getpid(); }

// The words for an errno; valid until the next call in this thread.
static inline const char *tapfocus_photo_explain(int error) { return strerror(error); }

// The errors that have a word of their own.
static const int tapfocus_photo_no_space = ENOSPC;
static const int tapfocus_photo_quota = EDQUOT;
static const int tapfocus_photo_read_only = EROFS;
static const int tapfocus_photo_denied = EACCES;
static const int tapfocus_photo_not_permitted = EPERM;
static const int tapfocus_photo_nothing_there = ENOENT;
static const int tapfocus_photo_no_folder = ENOTDIR;
static const int tapfocus_photo_a_folder = EISDIR;
static const int tapfocus_photo_crosses = EXDEV;
static const int tapfocus_photo_loops = ELOOP;
static const int tapfocus_photo_exists = EEXIST;
static const int tapfocus_photo_too_long = ENAMETOOLONG;
static const int tapfocus_photo_not_known = ENOSYS;
static const int tapfocus_photo_bad_value = EINVAL;
