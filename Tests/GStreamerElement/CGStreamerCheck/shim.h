// GStreamer's harness, in which a test plays the elements before and behind one.
#pragma once
#define _GNU_SOURCE
#include <gst/allocators/gstfdmemory.h>
#include <gst/check/gstharness.h>
#include <gst/check/gsttestclock.h>
#include <sys/mman.h>
