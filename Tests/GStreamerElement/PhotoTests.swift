import CGStreamer
import CGStreamerCheck
import Foundation
import Glibc

/// Photos in real pipelines: the frame, its file, and what the daemon hears.
enum PhotoTests {
    private static let jpeg = "videotestsrc is-live=true ! video/x-raw,width=320,height=240 ! jpegenc ! image/jpeg"
    private static let raw = "videotestsrc is-live=true ! video/x-raw,format=YUY2,width=320,height=240"

    static func run(_ findings: inout Findings) {
        take(&findings, "in front of the decoder", "\(jpeg) ! queue ! jpegdec")
        take(&findings, "of raw video", raw)
        choose(&findings, "in front of the decoder", "\(jpeg) ! queue ! jpegdec")
        choose(&findings, "of raw video", raw)
        takePast(&findings)
        refuse(&findings)
        missEncoder(&findings)
        linkAgain(&findings)
        removeElement(&findings)
        drop(&findings)
        tell(&findings)
        ask(&findings)
    }

    /// Holds, and has each frame kept that was taken.
    private static func keeping(_ request: PlayedDaemon.Request) -> [String] {
        guard request["request"] as? String == "photo-taken", let id = request["id"] as? Int else {
            return PlayedDaemon.resting(request)
        }
        return [
            #"{"event":"keep-photo","id":\#(id),"focus":"converged","exposure":"held","region":[0.25,0.5,0.25,0.25],"#
                + #""exposureTime":20000,"gain":8,"lens":95,"ev":-0.7,"camera":"Acme Kiosk","maker":"Acme Ltd"}"#
        ]
    }

    private static func withFolder(_ body: (String) -> Void) {
        let folder = temporaryPath() + ".photos"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        body(folder)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func pipeline(_ source: String, _ daemon: PlayedDaemon, _ folder: String) -> Pipeline {
        let pipeline = Pipeline(
            "\(source) ! tapfocus name=tap camera=/dev/video7 socket=\(daemon.path) photo-folder=\(folder) ! fakesink")
        pipeline.set(GST_STATE_PLAYING)
        _ = wait { daemon.requests("hold-frames").contains { $0["width"] != nil } }
        return pipeline
    }

    /// µs of CLOCK_MONOTONIC.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    private static func take(_ findings: inout Findings, _ place: String, _ source: String) {
        withFolder { folder in
            let daemon = PlayedDaemon(answer: keeping)
            let pipeline = pipeline(source, daemon, folder)
            let offers = daemon.requests("hold-frames").allSatisfy { $0["photos"] as? Bool == true }
            findings.expect("with a folder, photos are offered \(place)", offers, daemon.requests)
            let wanted = now() + 100_000
            daemon.say(#"{"event":"take-photo","id":7,"path":"near.jpg","notBefore":\#(wanted)}"#)
            let isKept = wait { !daemon.requests("photo-kept").isEmpty }
            findings.expect("a photo \(place) is kept", isKept, daemon.requests("photo-failed"))
            let taken = daemon.requests("photo-taken")
            findings.expect(
                "its frame is one, and not too old, \(place)",
                taken.count == 1 && (taken[0]["captured"] as? Int64 ?? 0) >= wanted, taken)
            let bytes = FileManager.default.contents(atPath: folder + "/near.jpg") ?? Data()
            findings.expect(
                "the file is whole \(place)",
                bytes.starts(with: [0xff, 0xd8]) && bytes.suffix(2) == Data([0xff, 0xd9])
                    && daemon.requests("photo-kept").first?["bytes"] as? Int == bytes.count, bytes.count)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            findings.expect("nothing else is in the folder \(place)", names == ["near.jpg"], names)
            // Once more: the second photo finds its way as the first one did.
            daemon.say(#"{"event":"take-photo","id":8,"path":"\#(folder)/second.jpg","notBefore":\#(now())}"#)
            let isSecond = wait { daemon.requests("photo-kept").count == 2 }
            findings.expect("a second photo \(place)", isSecond, daemon.requests)
            _ = pipeline
        }
    }

    private static func choose(_ findings: inout Findings, _ place: String, _ source: String) {
        withFolder { folder in
            let daemon = PlayedDaemon(answer: keeping)
            let pipeline = pipeline(source, daemon, folder)
            let wanted = now()
            daemon.say(
                #"{"event":"take-photo","id":7,"path":"sharp.jpg","notBefore":\#(wanted),"#
                    + #""of":3,"region":[0,0,0.5,0.5]}"#)
            let isKept = wait { !daemon.requests("photo-kept").isEmpty }
            let taken = daemon.requests("photo-taken")
            findings.expect(
                "the sharpest of three frames \(place), with its sharpness",
                isKept && taken.count == 1 && (taken[0]["sharpness"] as? Double ?? -1) > 0
                    && (taken[0]["captured"] as? Int64 ?? 0) >= wanted, daemon.requests)
            _ = pipeline
        }
    }

    /// A queue in front of the decoder, and the question itself, take longer than the moment lasts.
    private static func takePast(_ findings: inout Findings) {
        withFolder { folder in
            let daemon = PlayedDaemon(answer: keeping)
            let pipeline = pipeline("\(jpeg) ! queue ! jpegdec", daemon, folder)
            var photo = 0
            var (wanted, asked, captured) = (Int64(0), Int64(0), Int64(0))
            // The first frames are kept some frames after the stream has begun.
            let isPast = wait {
                photo += 1
                asked = now()
                wanted = asked - 100_000
                daemon.say(#"{"event":"take-photo","id":\#(photo),"path":"past.jpg","notBefore":\#(wanted)}"#)
                _ = wait { daemon.requests("photo-taken").count == photo }
                captured = daemon.requests("photo-taken").last?["captured"] as? Int64 ?? 0
                return captured < asked
            }
            findings.expect(
                "a photo of a moment that has passed is one of the latest frames, and not too old",
                isPast && captured >= wanted, (wanted, captured, asked))
            _ = pipeline
        }
    }

    private static func refuse(_ findings: inout Findings) {
        withFolder { folder in
            let daemon = PlayedDaemon(answer: keeping)
            let pipeline = pipeline(raw, daemon, folder)
            for (id, path, reason) in [(1, "../x.jpg", "outside"), (2, "gone/x.jpg", "noFolder")] {
                daemon.say(#"{"event":"take-photo","id":\#(id),"path":"\#(path)","notBefore":0}"#)
                let isTold = wait {
                    daemon.requests("photo-failed").contains {
                        $0["id"] as? Int == id && $0["reason"] as? String == reason
                    }
                }
                findings.expect("\(path) is refused: \(reason)", isTold, daemon.requests("photo-failed"))
            }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            findings.expect("nothing is in the folder", names.isEmpty, names)
            _ = pipeline
        }
    }

    /// GStreamer makes a pipeline without the element that is missing, which never gives anything.
    private static func missEncoder(_ findings: inout Findings) {
        guard let registry = gst_registry_get(),
            let encoder = gst_registry_find_feature(registry, "jpegenc", gst_element_factory_get_type())
        else { return findings.expect("jpegenc is installed", false) }
        withFolder { folder in
            let daemon = PlayedDaemon(answer: keeping)
            let pipeline = pipeline(raw, daemon, folder)
            gst_registry_remove_feature(registry, encoder)
            let asked = now()
            daemon.say(#"{"event":"take-photo","id":7,"path":"near.jpg","notBefore":0}"#)
            let isTold = wait { !daemon.requests("photo-failed").isEmpty }
            let answer = daemon.requests("photo-failed").first
            findings.expect(
                "without jpegenc a photo of raw video fails at once, and the sentence names it",
                isTold && now() - asked < 5_000_000 && answer?["reason"] as? String == "failed"
                    && (answer?["message"] as? String)?.contains("jpegenc") == true, daemon.requests)
            _ = gst_registry_add_feature(registry, encoder)
            _ = pipeline
        }
        gst_object_unref(UnsafeMutableRawPointer(encoder))
    }

    /// The camera before goes on: its frames must not become photos.
    private static func linkAgain(_ findings: inout Findings) {
        withFolder { folder in
            let daemon = PlayedDaemon(answer: keeping)
            let other = "videotestsrc is-live=true ! video/x-raw,width=160,height=120 ! jpegenc ! image/jpeg"
            let pipeline = pipeline(
                "\(jpeg) ! jpegdec ! tee name=first ! queue ! fakesink  "
                    + "\(other) ! jpegdec ! tee name=second ! queue ! fakesink  first. ! queue name=queue",
                daemon, folder)
            guard let first = pipeline.child("first"), let second = pipeline.child("second"),
                let queue = pipeline.child("queue")
            else { return findings.expect("the pipeline has its elements", false) }
            defer { for element in [first, second, queue] { gst_object_unref(element) } }
            func width(_ photo: Int) -> Int {
                daemon.say(#"{"event":"take-photo","id":\#(photo),"path":"\#(photo).jpg","notBefore":\#(now())}"#)
                _ = wait { daemon.requests("photo-kept").contains { $0["id"] as? Int == photo } }
                let bytes = FileManager.default.contents(atPath: folder + "/\(photo).jpg") ?? Data()
                // The last header, because a thumbnail has one: its length, the bits of a sample, the height and the width.
                guard let end = bytes.range(of: Data([0xff, 0xc0]), options: .backwards)?.upperBound else { return 0 }
                return bytes.count > end + 6 ? Int(bytes[end + 5]) << 8 | Int(bytes[end + 6]) : 0
            }
            let before = width(1)
            gst_element_unlink(first, queue)
            gst_element_link(second, queue)
            _ = wait { daemon.requests("hold-frames").contains { $0["width"] as? Int == 160 } }
            let after = width(2)
            findings.expect(
                "a photo is of the camera that is linked now", before == 320 && after == 160, (before, after))
            _ = pipeline
        }
    }

    private static func removeElement(_ findings: inout Findings) {
        withFolder { folder in
            let daemon = PlayedDaemon(answer: keeping)
            let pipeline = pipeline(
                "\(jpeg) ! jpegdec ! tee name=tee ! queue ! fakesink  tee. ! queue name=queue", daemon, folder)
            daemon.say(#"{"event":"take-photo","id":1,"path":"a.jpg","notBefore":0}"#)
            let isKept = wait { !daemon.requests("photo-kept").isEmpty }
            guard let element = pipeline.child("tap"), let queue = pipeline.child("queue") else {
                return findings.expect("the pipeline has its elements", false)
            }
            gst_element_unlink(queue, element)
            gst_element_set_state(element, GST_STATE_NULL)
            gst_bin_remove(UnsafeMutableRawPointer(pipeline.element).assumingMemoryBound(to: GstBin.self), element)
            // Messages have a reference, too.
            let isAlone = wait {
                _ = pipeline.messages()
                return element.pointee.object.object.ref_count == 1
            }
            findings.expect(
                "an element that is taken out of a running pipeline is let go by its probe", isKept && isAlone,
                element.pointee.object.object.ref_count)
            gst_object_unref(queue)
            gst_object_unref(element)
        }
    }

    private static func drop(_ findings: inout Findings) {
        withFolder { folder in
            // This daemon never has a frame kept.
            let daemon = PlayedDaemon(answer: PlayedDaemon.resting)
            let pipeline = pipeline("\(jpeg) ! jpegdec", daemon, folder)
            daemon.say(#"{"event":"take-photo","id":1,"path":"a.jpg","notBefore":0}"#)
            _ = wait { daemon.requests("photo-taken").count == 1 }
            // Too old, says the daemon: another one.
            daemon.say(#"{"event":"take-photo","id":1,"path":"a.jpg","notBefore":\#(now())}"#)
            let isAnother = wait { daemon.requests("photo-taken").count == 2 }
            findings.expect("another frame is taken when the daemon asks again", isAnother, daemon.requests)
            daemon.say(#"{"event":"drop-photo","id":1}"#)
            daemon.say(#"{"event":"keep-photo","id":1,"camera":"c"}"#)
            daemon.say(#"{"event":"take-photo","id":2,"path":"b.jpg","notBefore":0}"#)
            _ = wait { daemon.requests("photo-taken").count == 3 }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            findings.expect("a photo that was dropped is not written", names.isEmpty, names)
            _ = pipeline
        }
    }

    private static func tell(_ findings: inout Findings) {
        withFolder { folder in
            let daemon = PlayedDaemon(answer: keeping)
            let pipeline = pipeline(raw, daemon, folder)
            daemon.say(#"{"event":"take-photo","id":7,"path":"near.jpg","notBefore":0}"#)
            daemon.say(#"{"event":"photo","time":5,"path":"/srv/near.jpg","focus":"failed","exposure":null}"#)
            var told: [String] = []
            let isTold = wait {
                told += pipeline.messages()
                return told.contains {
                    $0.hasPrefix("tapfocus-photo") && $0.contains("path=/srv/near.jpg") && $0.contains("focus=failed")
                }
            }
            findings.expect("a photo is a message on the bus", isTold, told)
            let inner = told.filter { $0.contains("take-photo") || $0.contains("keep-photo") }
            findings.expect("... and not what the element does by itself", inner.isEmpty, inner)
        }
    }

    private static func ask(_ findings: inout Findings) {
        withFolder { folder in
            let daemon = PlayedDaemon(answer: keeping)
            let pipeline = Pipeline(
                "\(raw) ! tapfocus name=tap camera=/dev/video7 socket=\(daemon.path) photo-folder=\(folder) ! fakesink")
            pipeline.set(GST_STATE_PLAYING)
            _ = wait { daemon.requests("hold-frames").contains { $0["width"] != nil } }
            guard let element = pipeline.child("tap") else {
                return findings.expect("the pipeline has its element", false)
            }
            defer { gst_object_unref(element) }
            let isSent = tapfocus_check_take_photo(element, "near.jpg", 1.5, 3) != 0
            let isNow = tapfocus_check_take_photo(element, "now.jpg", -1, 1) != 0
            let isNothing = tapfocus_check_take_photo(element, "", 1, 1) != 0
            _ = wait { daemon.requests("photo").count == 2 }
            let asked = daemon.requests("photo")
            findings.expect(
                "an application asks for photos by a signal",
                isSent && isNow && !isNothing && asked.count == 2 && asked[0]["path"] as? String == "near.jpg"
                    && asked[0]["wait"] as? Double == 1.5 && asked[0]["of"] as? Int == 3
                    && asked[1]["now"] as? Bool == true, asked)
        }
    }
}
