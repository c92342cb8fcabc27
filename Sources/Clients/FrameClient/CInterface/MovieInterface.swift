import CTapFocus
import JSONLines

@_cdecl("tapfocus_record_movie")
public func tapfocusRecordMovie(
    _ client: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ seconds: Double, _ keepFree: Int64, _ id: UInt64
) -> Int32 {
    call(client) { client throws(Failure) in
        guard let path else { throw Failure(TAPFOCUS_NULL_POINTER) }
        try client.recordMovie(String(cString: path), seconds: seconds, keepFree: keepFree, id: id)
    }
}

@_cdecl("tapfocus_end_movie")
public func tapfocusEndMovie(_ client: OpaquePointer?, _ id: UInt64) -> Int32 {
    call(client) { client throws(Failure) in try client.endMovie(id: id) }
}

@_cdecl("tapfocus_offer_movies")
public func tapfocusOfferMovies(_ client: OpaquePointer?, _ offered: Int32) -> Int32 {
    call(client) { client throws(Failure) in try client.offerMovies(offered != 0) }
}

@_cdecl("tapfocus_read_movie")
public func tapfocusReadMovie(
    _ event: UnsafePointer<tapfocus_event>?, _ movie: UnsafeMutablePointer<tapfocus_movie>?
) -> Int32 {
    status { () throws(Failure) in
        guard let event, let movie else { throw Failure(TAPFOCUS_NULL_POINTER) }
        let line = try wholeLine(of: event)
        movie.pointee = tapfocus_movie()
        movie.pointee.fill(line)
    }
}

@_cdecl("tapfocus_movie_begun")
public func tapfocusMovieBegun(_ client: OpaquePointer?, _ movie: UInt32, _ path: UnsafePointer<CChar>?) -> Int32 {
    call(client) { client throws(Failure) in
        guard let path else { throw Failure(TAPFOCUS_NULL_POINTER) }
        try client.movieBegun(movie, path: String(cString: path))
    }
}

@_cdecl("tapfocus_movie_ended")
public func tapfocusMovieEnded(
    _ client: OpaquePointer?, _ movie: UInt32, _ reason: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?,
    _ seconds: Double, _ dropped: Int64
) -> Int32 {
    call(client) { client throws(Failure) in
        guard let reason, let message else { throw Failure(TAPFOCUS_NULL_POINTER) }
        try client.movieEnded(
            movie, reason: String(cString: reason), message: String(cString: message), seconds: seconds,
            dropped: dropped)
    }
}

extension tapfocus_movie {
    /// Fills in what the line of a `start-movie` or a `movie` says. Fields that are not as they should be are left out.
    fileprivate mutating func fill(_ line: UnsafeRawBufferPointer) {
        var scanner = JSONScanner(line)
        try? scanner.object { (scanner, key) throws(JSONFault) in
            let start = scanner
            do throws(JSONFault) {
                try read(key, &scanner)
            } catch {
                scanner = start
                try scanner.skip()
            }
        }
    }

    private mutating func read(_ key: JSONScanner.Key, _ scanner: inout JSONScanner) throws(JSONFault) {
        if key == "seconds" {
            let duration = try scanner.number()
            if duration >= 0, duration.isFinite { seconds = duration }
        } else if key == "keepFree" {
            keep_free = max(try scanner.integer(), 0)
        } else if key == "dropped" {
            dropped = max(try scanner.integer(), 0)
        } else if key == "reason" {
            let word = try scanner.string()
            withUnsafeMutableBytes(of: &reason) { keep(word, in: $0) }
        } else {
            try scanner.skip()
        }
    }
}
