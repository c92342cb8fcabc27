import FocusCore
import Foundation
import JSONLines
import SimulatedDevices
import Testing

@testable import StateTrace
@testable import TraceLines

@Suite struct ConfigurationSettingsTests {
    /// A random valid configuration.
    private func configuration(_ random: inout RandomInputs) -> Configuration {
        var result = Configuration()
        func span(_ least: Int64 = 0) -> TimeSpan {
            let most: Int64 = random.chance(0.5) ? 10_000_000_000 : 86_400_000_000_000
            return TimeSpan(nanoseconds: least + Int64(random.below(Int(most - least))))
        }
        func share() -> Double { max(random.generator.nextUnit(), 1e-9) }
        func length() -> Double { share() * 3000 }
        result.forceLockTime = span()
        result.unlockAfter = random.chance(0.5) ? span(1_000_000_000) : nil
        result.exposureCompensation = (random.generator.nextUnit() - 0.5) * 8
        result.sceneWatch = SceneWatch.allCases[random.below(SceneWatch.allCases.count)]
        result.sceneWatchAfter = span()
        result.whiteBalance = WhiteBalanceHold.allCases[random.below(WhiteBalanceHold.allCases.count)]
        result.tap = TapLimits().with {
            $0.longestTime = span()
            $0.longPress = random.chance(0.5) ? span(500_000_000) : nil
            $0.farthestMovement = length()
            $0.farthestMovementShare = share()
            $0.largestContact = length()
            $0.largestContactShare = share()
        }
        result.motion = MotionSettings().with {
            $0.rule = random.chance(0.5) ? .deviation : .article
            $0.deviation = length()
            $0.duration = span()
            $0.gravityTimeConstant = span()
            $0.shockTime = span()
            $0.articleThreshold = length()
            $0.articleInterval = span()
        }
        result.settle = SettleTimes().with {
            $0.pollInterval = span(1_000_000)
            $0.stableTime = span()
            $0.shortestTime = span()
            $0.deadline = span()
            $0.timeGiven = span()
            $0.retryDelay = span(1_000_000)
        }
        result.regions = RegionSizes().with {
            $0.focus = share()
            $0.exposure = share()
        }
        let crop = NormalizedRectangle(x: share() / 2, y: share() / 2, width: share() / 2, height: share() / 2)
        let rotations: [Rotation] = [0, 90, 180, 270].compactMap(Rotation.init(rawValue:))
        result.view = ViewSettings().with {
            $0.screen = random.chance(0.5) ? ScreenSize(width: length(), height: 1080) : nil
            $0.view =
                random.chance(0.5)
                ? ViewRectangle(
                    x: random.chance(0.2) ? -0.0 : -length(), y: length() * 1e20, width: length() * 1e-7, height: 3)
                : nil
            $0.videoGravity = VideoGravity.allCases[random.below(3)]
            $0.rotation = rotations[random.below(4)]
            $0.isMirrored = random.chance(0.5)
            $0.crop = crop
            $0.calibration = random.chance(0.5) ? CalibrationMatrix(1, share(), length(), -share(), 2, -0.0) : nil
        }
        return result
    }

    @Test("Any configuration comes back from a trace's header, to the bit")
    func roundTrip() throws {
        var random = RandomInputs(seed: 5)
        for _ in 0..<500 {
            let configuration = configuration(&random)
            var line = JSONLine()
            line.header(Traces.header(configuration))
            let bytes = line.bytes + [0x0a]
            try bytes.withUnsafeBytes { whole in
                let record = try TraceRecord(UnsafeRawBufferPointer(rebasing: whole.dropLast()))
                guard case .header(let back, let session) = record, session.chart == "sha256:test",
                    session.version == 2
                else {
                    Issue.record("no header came back")
                    return
                }
                #expect(back == configuration)
                #expect(SettingList(back).entries.map(\.value) == SettingList(configuration).entries.map(\.value))
                #expect(back.view.view?.x.sign == configuration.view.view?.x.sign)
            }
        }
    }

    /// Settings that are read from a file over the defaults.
    private func read(_ text: String) throws -> Configuration {
        var configuration = Configuration()
        try JSON5Text(text.utf8).read(into: &configuration)
        return configuration
    }

    private func written(_ configuration: Configuration) -> String {
        var line = JSONLine()
        line.settings(configuration)
        return String(decoding: line.bytes, as: UTF8.self)
    }

    /// A configuration with a value for every setting.
    private var full: Configuration {
        var configuration = Configuration()
        configuration.unlockAfter = .milliseconds(60_000)
        configuration.tap.longPress = .milliseconds(600)
        configuration.view.screen = ScreenSize(width: 1920, height: 1080)
        configuration.view.view = ViewRectangle(x: 0, y: -0.5, width: 1e16, height: 1)
        configuration.view.calibration = CalibrationMatrix(1, 0, 0.25, -0.0, 1, 0)
        return configuration
    }

    @Test("The defaults come back too, and settings without a key leave them")
    func defaults() throws {
        #expect(try read(written(Configuration())) == Configuration())
        #expect(try read("{}") == Configuration())
        #expect(try read(written(full)) == full)
    }

    @Test("A header's keys are in the order of their bytes, and whole numbers have no point")
    func bytes() {
        #expect(
            written(full) == """
                {"autoexposure":{"clippedShare":0.5,"confirmingFrames":2,"longestDelay":4,"longestShare":1,\
                "longestTime":0.02,"mains":"camera","mostFrames":60,"placeWeight":0.75,"target":0.45,"tolerance":0.05},\
                "autofocus":{"attempts":1,\
                "certainRatio":0.5,"changeRatio":0.8,"coarseStep":0.08333333333333333,"confirmationRatio":0.75,\
                "confirmations":3,"contrastRatio":0.75,"evaluations":40,"fineStep":0.020833333333333332,\
                "leastSharpness":0.001,"lensDelay":5,"longestStep":0.25,"noise":0.03,"retries":1,"searchesPerMinute":6,\
                "stillFrames":10,"writePatience":15},"calibration":[1,0,0.25,-0,1,0],"crop":[0,0,1,1],\
                "exposureCompensation":0,"forceLockTime":3,"mirrored":false,"motionDetection":{"articleInterval":0.1,\
                "articleThreshold":1.5,"deviation":1,"duration":0.15,"gravityTimeConstant":5,"shockTime":0.1},\
                "motionRule":"deviation","regions":{"exposure":0.25,"focus":0.16666666666666666},"rotation":0,\
                "scene":{"change":16,"changedShare":0.2,"lightFactor":1.35,"movingShare":0.08,"pause":0.3,\
                "referenceTimeConstant":20,"stillTime":0.5,"stillness":12},"sceneWatch":"auto","sceneWatchAfter":5,\
                "screen":"1920x1080","settle":{"deadline":2.5,"pollInterval":0.05,"retryDelay":0.5,"searchDeadline":8,\
                "shortestTime":0.4,"stableTime":0.2,"timeGiven":1.5},"tap":{"farthestMovement":4,\
                "farthestMovementShare":0.015,"largestContact":25,"largestContactShare":0.1,"longPress":0.6,\
                "longestTime":0.4},\
                "unlockAfter":60,"videoGravity":"fill","view":"0,-0.5,10000000000000000x1",\
                "whiteBalance":"follow"}
                """)
    }

    @Test("A header from before a setting that changed the default means what the engine did at the time")
    func headersOfEarlierEngines() throws {
        for (text, watch): (String, SceneWatch) in [
            ("{}", .withoutAccelerometer), (#"{"sceneWatch":"auto"}"#, .withoutAccelerometer),
            (#"{"sceneWatch":"always"}"#, .always), (#"{"sceneWatch":"never"}"#, .never),
            (#"{"sceneWatch":"auto","sceneWatchAfter":5}"#, .automatic), (#"{"sceneWatchAfter":5}"#, .automatic),
        ] {
            let line = #"{"format":"tapfocus-trace","version":2,"configuration":"# + text + "}"
            try Array(line.utf8).withUnsafeBytes { whole in
                guard case .header(let configuration, _) = try TraceRecord(whole) else {
                    Issue.record("no header came back")
                    return
                }
                #expect(configuration.sceneWatch == watch, "\(text)")
                #expect(configuration.autoexposure.placeWeight == 1, "\(text)")
                #expect(configuration.autoexposure.longestTime == ExposureSettings.anyTime, "\(text)")
            }
        }
    }

    @Test(
        "A value outside its range is refused with its key",
        arguments: [
            (#"{"forceLockTime":-1}"#, "forceLockTime"), (#"{"forceLockTime":86401}"#, "forceLockTime"),
            (#"{"unlockAfter":0.5}"#, "unlockAfter"), (#"{"unlockAfter":86401}"#, "unlockAfter"),
            (#"{"exposureCompensation":4.1}"#, "exposureCompensation"),
            (#"{"exposureCompensation":-5}"#, "exposureCompensation"), (#"{"sceneWatch":"Auto"}"#, "sceneWatch"),
            (#"{"sceneWatchAfter":-1}"#, "sceneWatchAfter"),
            (#"{"screen":"1280"}"#, "screen"), (#"{"screen":"1280x0"}"#, "screen"), (#"{"screen":"x"}"#, "screen"),
            (#"{"screen":"nanxinf"}"#, "screen"), (#"{"screen":"-1x-1"}"#, "screen"),
            (#"{"view":"0,0,10"}"#, "view"), (#"{"view":"nan,0,10x10"}"#, "view"),
            (#"{"view":"0,0,10x10x10"}"#, "view"),
            (#"{"videoGravity":"Fill"}"#, "videoGravity"), (#"{"rotation":45}"#, "rotation"),
            (#"{"rotation":100000}"#, "rotation"), (#"{"crop":[0,0,1]}"#, "crop"), (#"{"crop":[0,0,1.1,1]}"#, "crop"),
            (#"{"crop":[0,0,0,1]}"#, "crop"), (#"{"calibration":[1,0,0,1,0,0]}"#, "calibration"),
            (#"{"calibration":[0,0,0,0,0,0]}"#, "calibration"), (#"{"regions":{"focus":0}}"#, "regions.focus"),
            (#"{"autoexposure":{"placeWeight":1.1}}"#, "autoexposure.placeWeight"),
            (#"{"regions":{"exposure":1.5}}"#, "regions.exposure"), (#"{"tap":{"longestTime":-1}}"#, "tap.longestTime"),
            (#"{"tap":{"largestContact":0}}"#, "tap.largestContact"), (#"{"motionRule":"both"}"#, "motionRule"),
            (#"{"motionDetection":{"deviation":-1}}"#, "motionDetection.deviation"),
            (#"{"settle":{"pollInterval":0}}"#, "settle.pollInterval"),
            (#"{"settle":{"retryDelay":0.0001}}"#, "settle.retryDelay"),
        ])
    func ranges(text: String, key: String) throws {
        let error = #expect(throws: SettingFault.self) { try read(text) }
        #expect(error?.key == key)
        #expect(error?.expected.isEmpty == false)
    }

    @Test("Every setting can be set by its key alone, to the value that it has, and to none that is not allowed")
    func set() throws {
        for entry in SettingList(full).entries where !entry.isGroup {
            var configuration = Configuration()
            try configuration.set(entry.key, to: entry.value)
            #expect(SettingList(configuration).entries.first { $0.key == entry.key }?.value == entry.value)
            let error = #expect(throws: SettingError.self) { try configuration.set(entry.key, to: .number(-1e9)) }
            #expect(error?.key == entry.key)
        }
    }

    @Test("Every key that a header has is a known one, and every known key is in a header")
    func keys() throws {
        let data = Data(written(full).utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var keys: Set<String> = []
        for (key, value) in object {
            keys.insert(key)
            for inner in (value as? [String: Any] ?? [:]).keys { keys.insert("\(key).\(inner)") }
        }
        #expect(keys == Set(SettingList(Configuration()).keys))
    }
}
