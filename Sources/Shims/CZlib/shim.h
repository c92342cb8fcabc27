// zlib: the lines of a trace, compressed for a page. deflateInit2 is a macro, which Swift does not see.
#pragma once
#include <zlib.h>

// A gzip stream, at zlib's usual level.
static inline int tf_deflate_begin(z_stream *stream) {
    return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
