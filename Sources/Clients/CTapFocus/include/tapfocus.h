/* libtapfocus: tap-to-focus for programs that show a camera's picture themselves.
 *
 * Such a program holds the camera's stream, so nobody else can read frames. It measures them, with this library, whenever
 * `tapfocus run` asks for it, and hands over a few numbers a frame. Documentation/CLibrary.md shows a whole program. */
#ifndef TAPFOCUS_H
#define TAPFOCUS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Every function that returns int returns 0 or more for success, or one of the negative numbers. */
enum tapfocus_status {
    TAPFOCUS_OK = 0,
    TAPFOCUS_NULL_POINTER = -1,
    TAPFOCUS_BAD_IMAGE = -2,     /* sizes, stride and length of the buffer do not fit together */
    TAPFOCUS_BAD_FORMAT = -3,
    TAPFOCUS_BAD_VALUE = -4,     /* not finite, or out of range */
    TAPFOCUS_NOT_CONNECTED = -5, /* nothing was sent: tapfocus run cannot be reached now */
    TAPFOCUS_NOT_WANTED = -6,    /* nobody asked for this frame */
    TAPFOCUS_NO_MEMORY = -7,
    TAPFOCUS_QUEUE_FULL = -8,    /* tapfocus run does not read what it is sent; this message was dropped */
    TAPFOCUS_NO_CAMERA = -9      /* the client was made without a camera */
};

/* A sentence about a status, in English; never null, and valid for ever. */
const char *tapfocus_explain(int status);

/* The layouts of pixels that can be measured. Only luma is read. */
enum tapfocus_format {
    TAPFOCUS_GRAY,
    TAPFOCUS_YUV420, /* planar; data points at the first plane, and the others need not be there */
    TAPFOCUS_NV12,   /* as YUV420 */
    TAPFOCUS_YUYV,
    TAPFOCUS_UYVY
};

/* An image in memory that belongs to the caller. It is read during the call only, and never behind data + size. */
typedef struct tapfocus_image {
    const void *data;
    size_t size;           /* bytes that may be read at data */
    int32_t width, height; /* pixels, 1 to 65536 */
    int32_t stride;        /* bytes from one row to the next, up to 1048576; 0: rows without gaps */
    int32_t format;        /* enum tapfocus_format */
    int32_t limited_range; /* not 0: black is 16 and white 235, as in video; 0: black is 0 and white 255 */
} tapfocus_image;

/* A part of an image, in shares of its width and height: (0, 0) is the top left, (1, 1) the bottom right. What lies
 * outside the image is cut off. */
typedef struct tapfocus_rectangle {
    double x, y, width, height;
} tapfocus_rectangle;

/* The measure alone */

typedef struct tapfocus_measurement {
    double sharpness[4];     /* the first sharpness_count of them, each 0 or more; version says what they mean */
    int32_t sharpness_count; /* 1 in versions 1 and 2 */
    int32_t version;         /* of the measure: 2 */
    double mean;             /* mean luma of the exposure region, 0 to 1 */
    double bright, dark;     /* shares of its pixels at white or above, at black or below, 0 to 1 */
    int32_t has_grid;        /* not 0: grid is filled in */
    uint8_t grid[48];        /* mean luma of the whole image on 8 x 6 cells, 0 to 255, row by row */
} tapfocus_measurement;

/* Measures the sharpness of one region of an image and the brightness of another. It keeps nothing, allocates nothing,
 * and may be called from any number of threads at once. A region of fewer than four columns or three rows has
 * sharpness 0. */
int tapfocus_measure(const tapfocus_image *image, const tapfocus_rectangle *focus, const tapfocus_rectangle *exposure,
                     int with_grid, tapfocus_measurement *measurement);

/* A client of tapfocus run. It has no thread of its own, and no call waits for anything. One thread at a time may use
 * a client; the caller locks where several do. It allocates its memory, some 300 KiB, when it is made, and no more. */
typedef struct tapfocus tapfocus;

/* socket: the path of the control socket; NULL: the standard one, as `tapfocus run` without --socket would choose it.
 * camera: a path as "/dev/video0", a name, or vendor and product as "046d:0825". The camera is reserved for this
 * program as soon as there is a connection. NULL: this client sends taps and reads events only.
 * Where the standard one is in the temporary folder, every user can make a file there: a socket of another user than root
 * is refused, and a TAPFOCUS_ERROR says so.
 * Both are copied. Returns NULL without memory or descriptors, or when a string is too long (socket: 107 bytes,
 * camera: 255). Nothing is connected yet: tapfocus_dispatch does that. */
tapfocus *tapfocus_new(const char *socket, const char *camera);

/* Closes the connection, which ends the hold. NULL does nothing. */
void tapfocus_free(tapfocus *client);

/* A descriptor to wait for in poll, epoll or a main loop. It stays the same as long as the client lives, whatever
 * becomes of the connection. When it is readable, call tapfocus_dispatch. Do not read from it or close it. */
int tapfocus_descriptor(const tapfocus *client);

/* Does whatever is due: connects (again), reads, writes, asks again after a refusal. Does little when nothing is due, so
 * it may also be called once a frame instead of waiting for the descriptor. Returns 1 when events wait for
 * tapfocus_next_event, else 0. A lost connection is no error: it is made again by itself, after a second. */
int tapfocus_dispatch(tapfocus *client);

/* 1 or 0 */
int tapfocus_is_connected(const tapfocus *client);

/* The meaning of a frame's time: enum tapfocus_stamp. */
enum tapfocus_stamp {
    TAPFOCUS_START_OF_EXPOSURE,
    TAPFOCUS_END_OF_EXPOSURE,
    TAPFOCUS_RECEIVED /* when this program got it; see delay */
};

typedef struct tapfocus_stream {
    int32_t width, height;   /* of the frames that are handed over, pixels, 1 to 65536 */
    int64_t interval;        /* from one frame to the next, µs, up to 10000000; 0: unknown */
    int32_t stamp;           /* enum tapfocus_stamp */
    int32_t takes_taps;      /* not 0: this program sends the taps, and contacts of the touchscreen are not treated as taps */
    int64_t delay;           /* with TAPFOCUS_RECEIVED: the greatest age of a received frame, µs, up to 10000000; else 0 */
    tapfocus_rectangle crop; /* the part of the camera's picture that the frames show; all four 0: the whole */
} tapfocus_stream;

/* Frames flow from now on. Call it again for a new size, rate or crop; the same stream again changes nothing. It may
 * be called before there is a connection, and need not be called again for a new connection. */
int tapfocus_begin_frames(tapfocus *client, const tapfocus_stream *stream);

/* No frames flow any more. The camera stays reserved for this program. */
int tapfocus_end_frames(tapfocus *client);

/* 1 when this frame is wanted, else 0; takes a few nanoseconds. captured: µs of CLOCK_MONOTONIC. */
int tapfocus_wants_frame(const tapfocus *client, int64_t captured);

/* Measures a frame that is wanted and sends the result; a frame that is not wanted costs nothing. sequence: the
 * driver's number of the frame, or any number that grows by one with each frame. Its size must be that of
 * tapfocus_begin_frames. */
int tapfocus_give_frame(tapfocus *client, const tapfocus_image *image, uint32_t sequence, int64_t captured);

/* The clock of all times above: CLOCK_MONOTONIC in µs. */
int64_t tapfocus_now(void);

/* A tap, at a point of the camera's whole picture or of the view that tapfocus run is configured for, 0 to 1. The
 * events about this tap repeat id, 1 to 9007199254740991; 0 for no id. */
int tapfocus_tap_picture(tapfocus *client, double x, double y, uint64_t id);
int tapfocus_tap_view(tapfocus *client, double x, double y, uint64_t id);

/* The camera's view is shown (again): focus and exposure go back to continuous. */
int tapfocus_show_view(tapfocus *client);

/* The exposure compensation from now on, -4 to 4 EV; above 0 is brighter. */
int tapfocus_compensate(tapfocus *client, double ev);

/* Photos: tapfocus run decides when, and knows what was set; this program takes the frame, and writes the file.
 * Documentation/Photos.md tells the whole exchange. */

/* Asks for a photo, of any program that takes photos; this one, too. path: below that program's folder. wait: the longest wait until
 * nothing settles, 0 to 60 s; below 0: the frame of this moment. of: the sharpest of so many frames, 1 to 9. id: your own number, at
 * most 2^53 - 1; 0: none. One TAPFOCUS_PHOTO answers, or one TAPFOCUS_ERROR, with the id. */
int tapfocus_take_photo(tapfocus *client, const char *path, double wait, int32_t of, uint64_t id);

/* The same with the seconds before and after it (a Motion Photo). */
int tapfocus_take_live_photo(tapfocus *client, const char *path, double wait, int32_t of, uint64_t id);

/* not 0: this program takes photos, in answer to TAPFOCUS_TAKE_PHOTO and TAPFOCUS_KEEP_PHOTO; 2: live ones, too. */
int tapfocus_offer_photos(tapfocus *client, int offered);

/* The facts of an event about a photo. Its id is that of the event. TAPFOCUS_TAKE_PHOTO has not_before, of, and with several
 * frames the region where the photo has to be sharp. */
typedef struct tapfocus_photo {
    int64_t not_before;     /* the least time of the frame, in the meaning of the stream's stamp, µs */
    int64_t exposure_time;  /* µs; 0: unknown */
    int64_t gain, lens;     /* in the driver's units */
    int32_t has_gain, has_lens;
    int32_t of;             /* take the sharpest of so many frames, 1 to 9 */
    int32_t has_ev;
    double ev;              /* the exposure compensation that the frame has */
    int32_t has_region;     /* not 0: region is there, in shares of the frames; TAPFOCUS_KEEP_PHOTO: the one at the held point */
    tapfocus_rectangle region;
    char maker[64];         /* of the camera, as its USB device tells it; empty: unknown */
    int32_t live;           /* TAPFOCUS_TAKE_PHOTO: not 0: with the seconds before and after it */
} tapfocus_photo;

struct tapfocus_event;
int tapfocus_read_photo(const struct tapfocus_event *event, tapfocus_photo *photo);

/* A frame was taken: the first whole one whose time is not_before or later, or the sharpest of the first few. captured: as in
 * tapfocus_give_frame. sharpness: that of tapfocus_measure in the region; below 0: not measured. */
int tapfocus_photo_taken(tapfocus *client, uint32_t id, uint32_t sequence, int64_t captured, double sharpness);

/* The file is complete, under this path, or there is none: reason is a word of Documentation/Photos.md, message a sentence. */
int tapfocus_photo_kept(tapfocus *client, uint32_t id, const char *path, int64_t bytes);
int tapfocus_photo_failed(tapfocus *client, uint32_t id, const char *reason, const char *message);

/* Movies: a program that holds the frames records them, as tapfocus run and its clients ask for. There is one at a time. */

/* Asks for a movie, of the program that records them; that may be this one. path: below that program's folder, ending in .mkv or .mp4.
 * seconds: its longest duration, 0 to 864000; 0: no limit. keep_free: it ends when less is free on the disk, in bytes, at most 2^53 - 1.
 * One TAPFOCUS_MOVIE answers when it is being recorded, or one TAPFOCUS_ERROR. It goes on when this client ends. */
int tapfocus_record_movie(tapfocus *client, const char *path, double seconds, int64_t keep_free, uint64_t id);

/* Ends the movie, whoever has asked for it. One TAPFOCUS_MOVIE answers when its file is complete, or one TAPFOCUS_ERROR. */
int tapfocus_end_movie(tapfocus *client, uint64_t id);

/* not 0: this program records movies, in answer to TAPFOCUS_START_MOVIE and TAPFOCUS_STOP_MOVIE. */
int tapfocus_offer_movies(tapfocus *client, int offered);

/* The limits or the end of a movie, as an event has them. */
typedef struct tapfocus_movie {
    double seconds;    /* TAPFOCUS_START_MOVIE: its longest duration, 0: no limit; TAPFOCUS_MOVIE: that of one that has ended */
    int64_t keep_free; /* TAPFOCUS_START_MOVIE: end it when less is free, in bytes */
    int64_t dropped;   /* TAPFOCUS_MOVIE: the number of frames that one that has ended lacks */
    char reason[16];   /* TAPFOCUS_MOVIE: why it has ended, a word of Documentation/Photos.md; empty: it goes on */
} tapfocus_movie;
int tapfocus_read_movie(const struct tapfocus_event *event, tapfocus_movie *movie);

/* The movie is being recorded, under this path; id is that of TAPFOCUS_START_MOVIE. 0: this program has begun it by itself. To be said
 * again after each TAPFOCUS_HELD while it goes on: tapfocus run may be another one. */
int tapfocus_movie_begun(tapfocus *client, uint32_t id, const char *path);

/* The movie has ended, and its file is complete; or it does not begin. reason is a word of Documentation/Photos.md, message a sentence,
 * or empty. seconds: from its first frame to the latest one. dropped: the number of frames that it lacks. */
int tapfocus_movie_ended(tapfocus *client, uint32_t id, const char *reason, const char *message, double seconds, int64_t dropped);

enum tapfocus_event_kind {
    TAPFOCUS_CONNECTED,    /* no line */
    TAPFOCUS_DISCONNECTED, /* no line */
    TAPFOCUS_HELD,         /* the camera is this program's, which may open it now; again when measures changes */
    TAPFOCUS_REFUSED,      /* it is not, or not any more; once for each reason. The library asks again by itself */
    TAPFOCUS_STATE,        /* a new state; the present one right after TAPFOCUS_CONNECTED */
    TAPFOCUS_SETTLED,      /* focus and exposure have come to their end after a tap */
    TAPFOCUS_TAP_IGNORED,  /* a touch of the screen, or a tap of another program, was no tap */
    TAPFOCUS_ERROR,        /* something went wrong; also a tap of this program that was ignored or refused */
    TAPFOCUS_OTHER,        /* see line */
    TAPFOCUS_TAKE_PHOTO,   /* take a frame for the photo id; message: its path. It replaces an earlier one */
    TAPFOCUS_KEEP_PHOTO,   /* write the photo id; message: the camera's name; focus and exposure are there */
    TAPFOCUS_DROP_PHOTO,   /* forget the photo id */
    TAPFOCUS_PHOTO,        /* a photo is there, of anybody; message: its path; focus and exposure are there */
    TAPFOCUS_START_MOVIE,  /* record the movie id; message: its path */
    TAPFOCUS_STOP_MOVIE,   /* end the movie id */
    TAPFOCUS_MOVIE,        /* a movie is being recorded or has ended, of anybody; message: its path; state says which */
    TAPFOCUS_CODE          /* a code was read; message: its text; state: its type; its corners are in the line */
};

/* An event. Each tap of this program leads to one TAPFOCUS_STATE when the camera has accepted it, or to one TAPFOCUS_ERROR.
 * Strings are never null; they are empty if the event has no such text. Pointers are valid until the next call with the same client. */
typedef struct tapfocus_event {
    int32_t kind;        /* enum tapfocus_event_kind */
    int32_t has_point;   /* not 0: x and y are there */
    double x, y;         /* TAPFOCUS_STATE: the held point in the camera's picture */
    uint64_t id;         /* of the tap, the photo or the movie; 0 without one */
    int32_t measures;    /* TAPFOCUS_HELD: not 0: the frames of this program are used */
    char state[24];      /* TAPFOCUS_STATE: continuousAuto, autoAndForceLocked or unlockableLocked; _MOVIE: recording or ended;
                          * _CODE: QRCode, EAN13 and so on */
    char focus[12];      /* TAPFOCUS_SETTLED: converged, failed or held; _KEEP_PHOTO, _PHOTO: also following, unsettled */
    char exposure[12];   /* the same for the exposure */
    const char *message; /* TAPFOCUS_REFUSED and _ERROR: a sentence; _SETTLED: sentences that say why focus or exposure failed;
                          * _TAP_IGNORED: the reason; at most 1023 bytes */
    const char *line;    /* the JSON line from tapfocus run (Documentation/ControlSocket.md), without its line feed. The
                          * error about another user's socket has a line of its own */
} tapfocus_event;

/* 1: an event was filled in; 0: no event waits. Call it until it returns 0. If a program never reads its
 * events, the oldest are dropped. */
int tapfocus_next_event(tapfocus *client, tapfocus_event *event);

#ifdef __cplusplus
}
#endif

#endif
