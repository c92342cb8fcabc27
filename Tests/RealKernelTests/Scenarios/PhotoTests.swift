import Foundation
import Testing

extension OnARealKernel {
    /// Photos, as somebody takes them who has just installed everything: the files are looked at, and the camera says what is true.
    @Suite struct Photos {
        @Test(
            "A tap and a photo, then the other half: each is sharp where it was touched, and its metadata say where",
            arguments: PhotoProgram.Way.allCases)
        func sharpWhereTouched(_ way: PhotoProgram.Way) throws {
            try Stage.setForPhotos("photos-\(way.rawValue)", way, kilobytes: 4096) { stage, disk in
                let program = try PhotoProgram(way, on: stage, below: disk.folder)
                for half in Half.allCases { try stage.photographs(half, below: disk.folder) }
                let near = try PhotoFile.picture(of: disk.path("near.jpg"))
                let far = try PhotoFile.picture(of: disk.path("far.jpg"))
                // The same half in both files: its subject is the same.
                let ratios = [
                    near.sharpness(near.near) / far.sharpness(far.near),
                    far.sharpness(far.far) / near.sharpness(near.far),
                ]
                print("\(way.rawValue): sharper where it was touched, \(ratios) times")
                try #require(ratios.allSatisfy { $0 > 2 }, "\(ratios)")
                try #require(disk.names == ["far.jpg", "near.jpg"])
                // For a person to look at.
                for name in disk.names {
                    try Shell.run("cp \(disk.path(name)) \(Guest.results)/\(way.rawValue)-\(name)")
                }
                if !PhotoFile.hasMetadata { print("*** SKIPPED: the metadata: no libgexiv2, or no exiv2") }
                try program.kill()
            }
        }

        @Test("A refusal has a reason and a sentence, leaves nothing under the name, and a file from before as it was")
        func refusals() throws {
            try Stage.setForPhotos("photos-refused", kilobytes: 400) { stage, disk in
                try stage.refuses(["photo", "near.jpg"], because: "noHolder")
                try stage.refuses(["movie", "visit.mkv"], because: "noHolder")
                let program = try PhotoProgram(.camera, on: stage, below: disk.folder)
                let photo = try stage.answer(["photo", "near.jpg", "--wait", "20"])
                try #require(photo.text("path") == disk.path("near.jpg"))
                let before = FileManager.default.contents(atPath: disk.path("near.jpg"))
                for (path, reason) in [("../out", "outside"), ("/etc/out", "outside"), ("gone/out", "noFolder")] {
                    try stage.refuses(["photo", path + ".jpg"], because: reason)
                    try stage.refuses(["movie", path + ".mkv", "--keep-free", "0"], because: reason)
                    try #require(!FileManager.default.fileExists(atPath: disk.path(path + ".jpg")))
                }
                try #require(!FileManager.default.fileExists(atPath: "/etc/out.jpg"))
                try stage.refuses(["movie", "visit.avi", "--keep-free", "0"], because: "ending")

                try disk.fill()
                try stage.refuses(["photo", "near.jpg"], because: "noSpace")
                try stage.refuses(["movie", "visit.mkv"], because: "noSpace")
                try disk.makeRoom()

                try disk.allowWriting(false)
                try stage.refuses(["photo", "near.jpg"], because: "readOnly")
                try stage.refuses(["movie", "visit.mkv", "--keep-free", "0"], because: "readOnly")
                try disk.allowWriting(true)

                // The unfinished files are gone, too.
                try #require(disk.names == ["near.jpg"])
                try #require(before != nil && FileManager.default.contents(atPath: disk.path("near.jpg")) == before)
                try stage.answer(["photo", "next.jpg", "--wait", "20"])
                try #require(disk.names == ["near.jpg", "next.jpg"])
                try program.kill()
            }
        }
    }

    /// Movies, and what becomes of them and of photos when the program or the camera goes in the middle.
    @Suite struct Movies {
        @Test("During a movie a second one is refused, a tap ends right, a photo is taken; it plays, no frame is lost")
        func during() throws {
            try Stage.setForPhotos("movies", kilobytes: 65_536) { stage, disk in
                let program = try PhotoProgram(.camera, on: stage, below: disk.folder)
                try stage.beginsMovie("first.mkv")
                try stage.refuses(["movie", "second.mkv", "--keep-free", "0"], because: "busy")
                try stage.tapEndsRight(.near)
                try #require(try stage.answer(["photo", "near.jpg", "--wait", "20"]).text("focus") == "converged")
                let end = try stage.answer(["movie", "--end"])
                try #require(end.text("reason") == "request" && end.integer("dropped") == 0, "\(end.line)")
                try #require(disk.names == ["first.mkv", "near.jpg"])
                let frames = try PhotoFile.frames(ofMovie: disk.path("first.mkv"))
                let seconds = end.number("seconds") ?? 0
                print("a movie of \(seconds) s has \(frames) frames")
                // An emulated camera may send half of its 15 frames a second.
                try #require(seconds > 1 && Double(frames) > 5 * seconds)
                try stage.refuses(["movie", "first.mkv", "--keep-free", "0"], because: "exists")
                try stage.refuses(["movie", "--end"], because: "noMovie")
                try program.kill()
            }
        }

        @Test("A full disk ends a movie, which plays up to there; the picture goes on, and taps and photos do")
        func fullDisk() throws {
            try Stage.setForPhotos("movies-full", kilobytes: 1024) { stage, disk in
                let program = try PhotoProgram(.camera, on: stage, below: disk.folder)
                let run = stage.run.mark
                try stage.beginsMovie("visit.mkv")
                let end = try stage.said("movie", since: run, within: 90) { $0.text("state") == "ended" }
                try #require(end.text("reason") == "noSpace", "\(end.line)")
                try #require(try PhotoFile.frames(ofMovie: disk.path("visit.mkv")) > 5)
                try stage.refuses(["photo", "near.jpg"], because: "noSpace")
                try #require(disk.names == ["visit.mkv"])
                try stage.tapEndsRight(.far)
                try Shell.run("rm \(disk.path("visit.mkv"))")
                try #require(try stage.answer(["photo", "far.jpg", "--wait", "20"]).text("focus") == "converged")
                try #require(program.isRunning && disk.names == ["far.jpg"])
                try program.kill()
            }
        }

        /// The event in the middle of a movie and a photo.
        enum Disaster: String, CaseIterable, Sendable {
            case killed, unplugged
        }

        @Test(
            "A killed program, or an unplugged camera, leaves a movie that plays, no photo; then both are made again",
            arguments: Disaster.allCases)
        func disaster(_ disaster: Disaster) throws {
            try Stage.setForPhotos("movies-\(disaster)", kilobytes: 65_536) { stage, disk in
                let program = try PhotoProgram(.camera, on: stage, below: disk.folder)
                try stage.answer(["photo", "before.jpg", "--wait", "20"])
                let before = FileManager.default.contents(atPath: disk.path("before.jpg"))
                try stage.beginsMovie("visit.mkv")
                usleep(3_000_000)

                // A photo on its way: it waits for a frame that does not come.
                try stage.kiosk.tell("frames stop")
                usleep(700_000)
                let waiting = try ChildProcess([
                    Guest.program("tapfocus"), "photo", "before.jpg", "--socket", stage.run.socket,
                ])
                usleep(1_500_000)
                let run = stage.run.mark
                if disaster == .killed {
                    try program.kill()
                } else {
                    try stage.kiosk.tell("unplug camera")
                    try program.untilEnded()
                }
                let status = try waiting.waitForEnd(within: Stage.patience)
                try #require(status == 1 && waiting.errors.text.hasSuffix("."), "\(status): \(waiting.errors.text)")
                let end = try stage.said("movie", since: run) { $0.text("state") == "ended" }
                // When the camera is unplugged, the pipeline may end before it has said so.
                let reasons = disaster == .killed ? ["holderGone"] : ["streamEnded", "holderGone"]
                try #require(reasons.contains(end.text("reason") ?? ""), "\(end.line)")
                try #require(disk.names == ["before.jpg", "visit.mkv"])
                try #require(before != nil && FileManager.default.contents(atPath: disk.path("before.jpg")) == before)
                let frames = try PhotoFile.frames(ofMovie: disk.path("visit.mkv"))
                print("\(disaster): the movie of some 3 s has \(frames) frames")
                try #require(frames > 10)

                try stage.kiosk.tell("frames go")
                if disaster == .unplugged {
                    let left = stage.run.mark
                    try stage.kiosk.tell("plug camera")
                    try stage.said("device", since: left) { $0.text("change") == "arrived" }
                }
                let again = try PhotoProgram(.camera, on: stage, below: disk.folder)
                try stage.beginsMovie("again.mkv")
                try stage.answer(["photo", "again.jpg", "--wait", "20"])
                try #require(try stage.answer(["movie", "--end"]).text("reason") == "request")
                try #require(disk.names == ["again.jpg", "again.mkv", "before.jpg", "visit.mkv"])
                try again.kill()
            }
        }
    }
}
