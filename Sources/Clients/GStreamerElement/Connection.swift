import CTapFocus

struct Connection {
    /// Nil in the state NULL, and where no camera is known.
    var client: OpaquePointer?
    /// True when the client was made with another socket or camera than is set now.
    var isOutdated = false
    var reservation = Reservation.none
    /// True from `tapfocus_begin_frames` to `tapfocus_end_frames`.
    var isDeclared = false
    /// The photo that `tapfocus run` wants, and what outlives the connection: the probe in front of the decoder.
    var photo = PhotoTask()
    /// The movie that `tapfocus run` wants, and the one that is recorded, which outlives the connection, too.
    var movie = MovieTask()
    /// What `tapfocus run` wants of the camera's own autofocus.
    var autofocus = AutofocusTask()

    enum Reservation {
        /// Nothing has been answered yet, or the connection is lost.
        case none
        /// `tapfocus run` has let go of its own stream.
        case held
        /// It follows another camera, or another program holds this one.
        case refused
    }

    var isConnected: Bool { client.map { tapfocus_is_connected($0) == 1 } ?? false }

    mutating func endFrames() {
        if isDeclared, let client { _ = tapfocus_end_frames(client) }
        isDeclared = false
    }

    mutating func close() {
        photo.forget()
        photo.forgetFrames()
        // The probe leaves with its next frame, and no longer keeps an element that was taken out of its pipeline.
        photo.isFromProbe = false
        if let client { tapfocus_free(client) }
        self = Connection(photo: photo, movie: movie)
    }
}
