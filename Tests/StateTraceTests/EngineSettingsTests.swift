import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import StateTrace
@testable import TraceLines

@Suite struct EngineSettingsTests {
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
        result.tap = TapLimits(
            longestTime: span(), farthestMovement: length(), farthestMovementShare: share(), largestContact: length(),
            largestContactShare: share())
        result.motion = MotionSettings(
            rule: random.chance(0.5) ? .deviation : .article, deviation: length(), duration: span(),
            gravityTimeConstant: span(), shockTime: span(), articleThreshold: length(), articleInterval: span())
        result.settle = SettleTimes(
            pollInterval: span(1_000_000), stableTime: span(), shortestTime: span(), deadline: span(),
            timeGiven: span(), retryDelay: span(1_000_000))
        result.regions = RegionSizes(focus: share(), exposure: share())
        let crop = NormalizedRectangle(x: share() / 2, y: share() / 2, width: share() / 2, height: share() / 2)
        let rotations: [Rotation] = [0, 90, 180, 270].compactMap(Rotation.init(rawValue:))
        result.view = ViewSettings(
            screen: random.chance(0.5) ? ScreenSize(width: length(), height: 1080) : nil,
            view: random.chance(0.5)
                ? ViewRectangle(
                    x: random.chance(0.2) ? -0.0 : -length(), y: length() * 1e20, width: length() * 1e-7, height: 3)
                : nil,
            videoGravity: VideoGravity.allCases[random.below(3)], rotation: rotations[random.below(4)],
            isMirrored: random.chance(0.5), crop: crop,
            calibration: random.chance(0.5) ? CalibrationMatrix(1, share(), length(), -share(), 2, -0.0) : nil)
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
                #expect(EngineSettings(back) == EngineSettings(configuration))
                #expect(back.view.view?.x.sign == configuration.view.view?.x.sign)
            }
        }
    }

    @Test("The defaults come back too, and settings without a key leave them")
    func defaults() throws {
        #expect(try EngineSettings(Configuration()).configuration() == Configuration())
        #expect(try EngineSettings().configuration() == Configuration())
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
        let settings = try JSONDecoder().decode(EngineSettings.self, from: Data(text.utf8))
        let error = #expect(throws: SettingError.self) { try settings.configuration() }
        #expect(error?.key == key)
        #expect(error?.expected.isEmpty == false)
    }

    @Test("Every key that a header has is a known one, and every known key is in a header")
    func keys() throws {
        var configuration = Configuration()
        configuration.unlockAfter = .milliseconds(60_000)
        configuration.view.screen = ScreenSize(width: 1, height: 1)
        configuration.view.view = ViewRectangle(x: 0, y: 0, width: 1, height: 1)
        configuration.view.calibration = .identity
        let data = try JSONEncoder().encode(EngineSettings(configuration))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var keys: Set<String> = []
        for (key, value) in object {
            keys.insert(key)
            for inner in (value as? [String: Any] ?? [:]).keys { keys.insert("\(key).\(inner)") }
        }
        #expect(keys == Set(EngineSettings.knownKeys))
    }
}
