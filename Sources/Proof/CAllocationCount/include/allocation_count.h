#pragma once
/// How often this process has asked for memory since it started: malloc, calloc, realloc and the aligned ones.
/// Linking this library is what makes it count; it belongs into benchmarks only.
unsigned long tapfocus_allocation_count(void);
