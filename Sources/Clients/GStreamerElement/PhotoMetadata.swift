#if TAPFOCUS_EXIV2
    import CExiv2
    import CGStreamer
    import CPhotoFile
    import CTapFocus

    /// Puts what is known of a photo into its file, with libgexiv2. What is not known is left out. Documentation/Photos.md has the table.
    struct PhotoMetadata {
        private let facts: PhotoFacts
        /// Of the stored picture, before it is turned.
        private let width: Int
        private let height: Int
        /// In µs of CLOCK_MONOTONIC.
        private let captured: Int64
        /// The film that comes behind the file; nil: none does.
        private let film: LiveFilm?

        init(_ facts: PhotoFacts, width: Int, height: Int, captured: Int64, _ film: LiveFilm? = nil) {
            self.facts = facts
            self.width = width
            self.height = height
            self.captured = captured
            self.film = film
        }

        /// The file with its metadata; nil if they could not be written.
        func added(to file: [UInt8], thumbnail: [UInt8]?) -> [UInt8]? {
            // libexiv2's XMP is not safe in several threads.
            g_mutex_lock(&libraryLock)
            defer { g_mutex_unlock(&libraryLock) }
            guard initialize() else { return nil }
            // The library works on files: this one is in memory, and nothing of it is seen in the folder.
            let memory = tapfocus_photo_memory_file()
            guard memory >= 0 else { return nil }
            defer { _ = tapfocus_photo_close(memory) }
            guard file.withUnsafeBytes({ tapfocus_photo_write(memory, $0.baseAddress, $0.count) }) >= 0 else {
                return nil
            }
            let path = UnsafeMutablePointer<CChar>.allocate(capacity: 32)
            defer { path.deallocate() }
            tapfocus_photo_path(memory, path, 32)
            guard write(to: path, thumbnail) else { return nil }
            let size = Int(tapfocus_photo_size(memory))
            guard size > file.count else { return nil }
            var isRead = false
            let whole = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
                isRead = tapfocus_photo_read(memory, bytes.baseAddress, size) >= 0
                count = isRead ? size : 0
            }
            return isRead ? whole : nil
        }

        private func initialize() -> Bool {
            guard !isInitialized else { return true }
            guard gexiv2_initialize() != 0,
                gexiv2_metadata_try_register_xmp_namespace(
                    text("https://tapfocus.invalid/ns/1/"), text("tapfocus"), nil) != 0
            else { return false }
            // Those of Motion Photos may be there already.
            func register(_ address: StaticString, _ name: StaticString) {
                _ = gexiv2_metadata_try_register_xmp_namespace(text(address), text(name), nil)
            }
            register("http://ns.google.com/photos/1.0/camera/", "GCamera")
            register("http://ns.google.com/photos/1.0/container/", "Container")
            register("http://ns.google.com/photos/1.0/container/item/", "Item")
            isInitialized = true
            return true
        }

        private func write(to path: UnsafePointer<CChar>, _ thumbnail: [UInt8]?) -> Bool {
            guard let metadata = gexiv2_metadata_new() else { return false }
            defer { g_object_unref(metadata) }
            guard gexiv2_metadata_open_path(metadata, path, nil) != 0 else { return false }
            func set(_ tag: StaticString, _ value: UnsafePointer<CChar>?) {
                guard let value, value[0] != 0 else { return }
                _ = gexiv2_metadata_try_set_tag_string(metadata, text(tag), value, nil)
            }
            func setNumbers(_ tag: StaticString, _ numbers: [Int64], _ separator: StaticString) {
                let value = list(of: numbers, between: separator)
                set(tag, value)
                g_free(value)
            }
            setPlace(setNumbers)
            setExposure(setNumbers)
            setNumbers("Exif.Image.Orientation", [Int64(facts.orientation)], "")
            setNumbers("Exif.Photo.PixelXDimension", [Int64(width)], "")
            setNumbers("Exif.Photo.PixelYDimension", [Int64(height)], "")
            // sRGB, as every JPEG frame without a profile is taken to be.
            setNumbers("Exif.Photo.ColorSpace", [1], "")
            setWords(set)
            if let film {
                let directory = text("Xmp.Container.Directory")
                _ = gexiv2_metadata_try_set_xmp_tag_struct(metadata, directory, GEXIV2_STRUCTURE_XA_SEQ, nil)
                describe(film, set, setNumbers)
            }
            if let thumbnail {
                thumbnail.withUnsafeBytes {
                    gexiv2_metadata_try_set_exif_thumbnail_from_buffer(
                        metadata, $0.baseAddress?.assumingMemoryBound(to: guint8.self), gint($0.count), nil)
                }
            }
            return gexiv2_metadata_save_file(metadata, path, nil) != 0
        }

        /// As Google's Motion Photo 1.0 wants it, and as its predecessor, Micro Video, did, which older programs read.
        private func describe(
            _ film: LiveFilm, _ set: (StaticString, UnsafePointer<CChar>?) -> Void,
            _ setNumbers: (StaticString, [Int64], StaticString) -> Void
        ) {
            let size = Int64(film.file.count)
            setNumbers("Xmp.GCamera.MotionPhoto", [1], "")
            setNumbers("Xmp.GCamera.MotionPhotoVersion", [1], "")
            setNumbers("Xmp.GCamera.MotionPhotoPresentationTimestampUs", [film.moment], "")
            setNumbers("Xmp.GCamera.MicroVideo", [1], "")
            setNumbers("Xmp.GCamera.MicroVideoVersion", [1], "")
            // From the end of the file.
            setNumbers("Xmp.GCamera.MicroVideoOffset", [size], "")
            setNumbers("Xmp.GCamera.MicroVideoPresentationTimestampUs", [film.moment], "")
            set("Xmp.Container.Directory[1]/Container:Item/Item:Mime", text("image/jpeg"))
            set("Xmp.Container.Directory[1]/Container:Item/Item:Semantic", text("Primary"))
            setNumbers("Xmp.Container.Directory[1]/Container:Item/Item:Length", [0], "")
            setNumbers("Xmp.Container.Directory[1]/Container:Item/Item:Padding", [0], "")
            set("Xmp.Container.Directory[2]/Container:Item/Item:Mime", text("video/mp4"))
            set("Xmp.Container.Directory[2]/Container:Item/Item:Semantic", text("MotionPhoto"))
            setNumbers("Xmp.Container.Directory[2]/Container:Item/Item:Length", [size], "")
            setNumbers("Xmp.Container.Directory[2]/Container:Item/Item:Padding", [0], "")
        }

        private func setWords(_ set: (StaticString, UnsafePointer<CChar>?) -> Void) {
            set("Exif.Image.Make", facts.maker)
            set("Exif.Image.Model", facts.camera)
            let software = joined(text("TapFocus "), tapfocus_version())
            set("Exif.Image.Software", software)
            g_free(software)
            var moment = tapfocus_exif_time()
            if tapfocus_exif_moment(captured, &moment) != 0 {
                let (date, fraction, zone) = (copied(moment.date), copied(moment.fraction), copied(moment.zone))
                set("Exif.Photo.DateTimeOriginal", date)
                set("Exif.Photo.SubSecTimeOriginal", fraction)
                set("Exif.Photo.OffsetTimeOriginal", zone)
                g_free(date)
                g_free(fraction)
                g_free(zone)
            }
            set("Xmp.tapfocus.Focus", facts.focus)
            set("Xmp.tapfocus.Exposure", facts.exposure)
        }

        private func setExposure(_ set: (StaticString, [Int64], StaticString) -> Void) {
            let known = facts.known
            if known.exposure_time > 0 {
                set("Exif.Photo.ExposureTime", reduced(known.exposure_time, 1_000_000), "/")
            }
            // In hundredths of a stop, which is finer than any camera's.
            if known.has_ev != 0 {
                let stops = min(max(known.ev, -100), 100)
                set("Exif.Photo.ExposureBiasValue", reduced(Int64((stops * 100).rounded()), 100), "/")
            }
            if known.has_gain != 0 { set("Xmp.tapfocus.Gain", [known.gain], "") }
            if known.has_lens != 0 { set("Xmp.tapfocus.Lens", [known.lens], "") }
            // As a fraction, because numbers with a point would need a library.
            let sharpness = min(facts.sharpness, 1e9)
            if sharpness >= 0 {
                set("Xmp.tapfocus.Sharpness", reduced(Int64((sharpness * 1_000_000).rounded()), 1_000_000), "/")
            }
        }

        /// A fraction in its lowest terms: 20000/1000000 is 1/50.
        private func reduced(_ numerator: Int64, _ denominator: Int64) -> [Int64] {
            var (divisor, rest) = (denominator, abs(numerator))
            while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
            return [numerator / divisor, denominator / divisor]
        }

        /// The centre and the size of the region, in stored pixels.
        private func setPlace(_ set: (StaticString, [Int64], StaticString) -> Void) {
            guard facts.known.has_region != 0 else { return }
            let region = facts.known.region
            func pixels(_ share: Double, of length: Int) -> Int64 {
                Int64(min(max((share * Double(length)).rounded(), 0), Double(length)))
            }
            set(
                "Exif.Photo.SubjectArea",
                [
                    pixels(region.x + region.width / 2, of: width), pixels(region.y + region.height / 2, of: height),
                    pixels(region.width, of: width), pixels(region.height, of: height),
                ], " ")
        }

        /// To be freed with `g_free`.
        private func list(of numbers: [Int64], between separator: StaticString) -> UnsafeMutablePointer<CChar>? {
            guard let string = g_string_new(nil) else { return nil }
            for (index, number) in numbers.enumerated() {
                if index > 0 { g_string_append(string, text(separator)) }
                var digits: [CChar] = [0]
                var rest = number.magnitude
                repeat {
                    digits.insert(48 + CChar(rest % 10), at: 0)
                    rest /= 10
                } while rest > 0
                if number < 0 { digits.insert(45, at: 0) }
                digits.withUnsafeBufferPointer { _ = g_string_append(string, $0.baseAddress) }
            }
            return g_string_free(string, 0)
        }
    }

    /// Libexiv2 has global state.
    nonisolated(unsafe) private var libraryLock = GMutex()
    /// True once the library and the namespace are there. Touched while `libraryLock` is held.
    nonisolated(unsafe) private var isInitialized = false
#endif
