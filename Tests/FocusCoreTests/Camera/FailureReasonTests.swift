import Testing

@testable import FocusCore

/// The reasons that are reported when a tap fails.
struct FailureReasonTests {
    /// Taps on the left, and returns the end.
    private static func end(
        of camera: CameraDescription, _ configuration: Configuration = Configuration(),
        _ change: (inout EngineRig) -> Void
    ) throws -> (report: SettledReport, lens: Int64?) {
        var rig = EngineRig(started: camera, configuration)
        change(&rig)
        rig.forget()
        rig.tap(0.25, 0.5)
        rig.film(9500)
        #expect(rig.allViolations == [])
        return (try #require(rig.settled.first), rig.camera?.integer(.focusAbsolute))
    }

    @Test("A blank wall in good light has nothing to focus on, and the lens is where it was")
    func flat() throws {
        let end = try Self.end(of: CameraExamples.automatic) { $0.camera?.image.isFlat = true }
        #expect(end.report.focusReason == .nothingToFocusOn && end.report.exposureReason == nil)
        #expect(end.report.focus == .failed && end.report.exposure == .converged && end.lens == 100)
    }

    @Test("In the dark both fail because it is too dark, and the lens is where it was")
    func dark() throws {
        let end = try Self.end(of: CameraExamples.automatic) {
            $0.camera?.image.isFlat = true
            $0.camera?.image.light = 0.0001
        }
        #expect(end.report.focusReason == .tooDark && end.report.exposureReason == .tooDark)
        #expect(end.report.focus == .failed && end.report.exposure == .failed && end.lens == 100)
    }

    @Test("A picture that is to be darker is not too dark because of that", arguments: [-1.5, -2.5, -4])
    func darkerWanted(_ compensation: Double) throws {
        let flat = try Self.end(of: CameraExamples.automatic) {
            $0.camera?.image.isFlat = true
            $0.send(.exposureCompensation(compensation))
        }
        #expect(flat.report.exposure == .converged && flat.report.focusReason == .nothingToFocusOn)
        let dark = try Self.end(of: CameraExamples.automatic) {
            $0.camera?.image.isFlat = true
            $0.camera?.image.light = 0.00001
            $0.send(.exposureCompensation(compensation))
        }
        #expect(dark.report.exposureReason == .tooDark && dark.report.focusReason == .tooDark)
    }

    @Test("A place that is darker than the rest, as its weight wants it, is not too dark to be focused")
    func darkerThanTheRest() throws {
        var configuration = Configuration()
        configuration.autoexposure.placeWeight = 0.5
        let end = try Self.end(of: CameraExamples.automatic, configuration) {
            $0.camera?.image.isFlat = true
            $0.camera?.image.rest = 4.5
        }
        // The place is at 0.21, which is 0.45 / √4.5, and less than two stops below the target.
        #expect(end.report.exposure == .converged && end.report.focusReason == .nothingToFocusOn)
    }

    @Test("A picture that is to be brighter than the camera can make it is not too dark to be focused")
    func brighterWanted() {
        let report = FocusSearchReport(
            outcome: .flat, position: 100, start: 100, evaluations: 9, frames: 50, sharpness: 1, lowest: 1)
        for (mean, reason) in [(0.25, .nothingToFocusOn), (0.23, .tooDark)] as [(Double, FailureReason)] {
            var settings = ExposureSettings()
            settings.compensation = 4
            #expect(FailureReason(report, isDark: settings.isDark(mean), isUnreliable: false) == reason)
        }
    }

    @Test("A sharp thing in the dark is found nevertheless: then only the exposure has failed")
    func darkAndSharp() throws {
        let end = try Self.end(of: CameraExamples.automatic) { $0.camera?.image.light = 0.0001 }
        #expect(end.report.focus == .converged && end.report.focusReason == nil)
        #expect(end.report.exposureReason == .tooDark)
    }

    @Test("A picture that is white at the lowest exposure is too bright")
    func bright() throws {
        let end = try Self.end(of: CameraExamples.automatic) { $0.camera?.image.light = 10 }
        #expect(end.report.exposure == .failed && end.report.exposureReason == .tooBright)
    }

    @Test("A stream that is lost, and one without frames, are reported as no frames")
    func noFrames() throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.film(700)
        rig.camera?.streamLost()
        rig.loseFrames(errno: 5)
        rig.pass(4000)
        #expect(rig.settled.first?.focusReason == .noFrames)
        rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.pass(9000)
        #expect(rig.settled.first?.focusReason == .noFrames && rig.settled.first?.exposureReason == .noFrames)
    }

    @Test("A search whose time is over says so", arguments: [300, 600] as [Int64])
    func late(_ milliseconds: Int64) throws {
        var configuration = Configuration()
        configuration.settle.searchDeadline = .milliseconds(milliseconds)
        var rig = EngineRig(started: CameraExamples.automatic, configuration)
        rig.tap(0.25, 0.5)
        rig.film(6000)
        #expect(rig.settled.first?.focusReason == .timeOver)
    }

    @Test("A write that the camera refuses in a search is reported as refused")
    func refused() throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.film(700)
        rig.camera?.refusals = [.focusAbsolute: 5]
        rig.film(9000)
        #expect(rig.settled.first?.focus == .failed && rig.settled.first?.focusReason == .refused)
    }

    @Test("A focus search that has found nothing has its reason; in the dark, darkness is the reason, whatever it says")
    func focusReasons() {
        let reports: [(FocusSearchReport.Outcome, evaluations: Int, FailureReason)] = [
            (.flat, 9, .nothingToFocusOn), (.noisy, 9, .tooNoisy), (.unfinished, 0, .notFollowed),
            (.unfinished, 9, .unsteady),
        ]
        for (outcome, evaluations, reason) in reports {
            let report = FocusSearchReport(
                outcome: outcome, position: 100, start: 100, evaluations: evaluations, frames: 50, sharpness: 1,
                lowest: 1)
            for (mean, isDark) in [(nil, false), (0.45, false), (0.25, false), (0.23, true), (0, true)]
                as [(Double?, Bool)]
            {
                #expect(ExposureSettings().isDark(mean) == isDark)
                let found = FailureReason(report, isDark: isDark, isUnreliable: false)
                #expect(found == (isDark ? .tooDark : reason))
            }
        }
    }

    @Test(
        "An exposure is too dark or too bright at an end of the range only; between, none fits; gave up, it did not follow"
    )
    func exposureReasons() {
        func reason(_ outcome: ExposureOutcome, _ mean: Double, _ limit: ExposureLimit?) -> FailureReason {
            FailureReason(
                ExposureReport(outcome: outcome, time: 9, gain: nil, mean: mean, target: 0.45, frames: 9), at: limit)
        }
        #expect(reason(.limited, 0.2, .highest) == .tooDark && reason(.limited, 0.9, .lowest) == .tooBright)
        #expect(
            reason(.limited, 0.9, .highest) == .noFittingExposure
                && reason(.limited, 0.2, .lowest) == .noFittingExposure)
        #expect(reason(.limited, 0.2, nil) == .noFittingExposure)
        for limit in [nil, .lowest, .highest] as [ExposureLimit?] {
            #expect(reason(.gaveUp, 0.2, limit) == .notFollowed)
        }
    }

    @Test("An automatic that stays on although it was switched off has been ignored")
    func ignored() throws {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.camera?.ignored = [.focusAuto: 1000]
        rig.film(4000)
        #expect(rig.settled.first?.focusReason == .ignored && rig.settled.first?.exposureReason == nil)
    }

    /// The events of a tap.
    enum Trouble: CaseIterable {
        case none, flat, dark, noFrames, restless, unreadable, ignored, refused

        /// True when some cameras fail. Without frames, cameras go on at a lower level or refuse the tap; what cannot be read
        /// has its time.
        var isFatal: Bool {
            switch self {
            case .none, .noFrames, .unreadable: false
            case .flat, .dark, .restless, .ignored, .refused: true
            }
        }

        func begin(_ rig: inout EngineRig) {
            switch self {
            case .none: break
            case .flat: rig.camera?.image.isFlat = true
            case .dark: rig.camera?.image.light = 0.0001
            case .noFrames: rig.camera?.framesErrno = 16
            case .restless: rig.camera?.isRestless = true
            case .unreadable: rig.camera?.isUnreadable = true
            case .ignored: rig.camera?.ignored = [.focusAbsolute: 1000, .exposureAuto: 1000]
            case .refused: rig.camera?.refusals = [.exposureAuto: 5, .focusAbsolute: 5]
            }
        }
    }

    @Test("A component that has failed has a reason, and one that has not failed has none", arguments: Trouble.allCases)
    func each(_ trouble: Trouble) {
        var failures = 0
        for camera in [
            CameraExamples.automatic, CameraExamples.byHand, CameraExamples.lensByHand, CameraExamples.exposureByHand,
            CameraExamples.withRegion,
        ] {
            var rig = EngineRig(started: camera)
            trouble.begin(&rig)
            rig.tap(0.25, 0.5)
            rig.film(9500)
            for report in rig.settled {
                #expect((report.focus == .failed) == (report.focusReason != nil), "\(report)")
                #expect((report.exposure == .failed) == (report.exposureReason != nil), "\(report)")
                failures += [report.focus, report.exposure].filter { $0 == .failed }.count
            }
            #expect(rig.settled.count + rig.refusals.count == 1, "each tap has one end")
        }
        #expect((failures > 0) == trouble.isFatal, "\(trouble): \(failures) components have failed")
    }
}
