import FocusCore
import Foundation
import Testing

@testable import StateTrace

struct TraceStatisticsTests {
    private func count(_ lines: [String]) throws -> TraceStatistics {
        var counter = TraceCounter()
        let header = #"{"format":"tapfocus-trace","version":2}"#
        let reader = try Traces.events(Array(([header] + lines).joined(separator: "\n").utf8 + [0x0a])) {
            counter.count($0)
        }
        #expect(reader.fault == nil, "\(reader.fault?.description ?? "")")
        return counter.statistics
    }

    private func input(_ seconds: Double, _ input: String = #""viewShown":{}"#, _ effects: String...) -> String {
        let time = Int64(seconds * 1e9)
        let line = #"{"t":\#(time),"in":{\#(input)}}"#
        return effects.isEmpty ? line : line + "\n" + #"{"t":\#(time),"out":[\#(effects.joined(separator: ","))]}"#
    }

    private func state(_ name: String, _ rule: String, _ cause: String, _ more: String = "") -> String {
        let point = name == "continuousAuto" ? "null" : "[0.5,0.5]"
        return #"{"state":{"state":"\#(name)","point":\#(point),"cause":"\#(cause)","rule":"\#(rule)"\#(more)}}"#
    }

    private var tapped: String { state("autoAndForceLocked", "tapped", "tap") }

    private let settled = #"{"settled":{"focus":"held","focusLevel":"region","exposureLevel":"none"}}"#

    @Test("The time in a state goes from its effect to the next one, or to the last input of the session")
    func states() throws {
        let statistics = try count([
            input(10), input(11, #""start":{}"#, state("continuousAuto", "start", "start")), input(12),
            input(15, #""touchesLost":{}"#, tapped),
            input(18, #""touchesLost":{}"#, state("unlockableLocked", "lock-elapsed-still", "timer")), input(20),
        ])
        #expect(statistics.sessions == 1 && statistics.inputs == 6 && statistics.time == .milliseconds(10_000))
        #expect(
            statistics.stateTimes == [
                "continuousAuto": .milliseconds(4000), "autoAndForceLocked": .milliseconds(3000),
                "unlockableLocked": .milliseconds(2000),
            ])
    }

    @Test("Unlocks are counted by rule and reason; a return to continuous from continuous is none")
    func unlocks() throws {
        let statistics = try count([
            input(1, #""start":{}"#, state("continuousAuto", "start", "start")),
            input(2, #""viewShown":{}"#, state("continuousAuto", "view-shown", "view")),
            input(3, #""touchesLost":{}"#, tapped),
            input(4, #""touchesLost":{}"#, state("continuousAuto", "moved-unlocks", "motion", #","moved":"scene""#)),
            input(5, #""touchesLost":{}"#, tapped),
            input(6, #""viewShown":{}"#, state("continuousAuto", "view-shown", "view")),
        ])
        #expect(
            statistics.unlocks.counts == [
                TraceStatistics.Unlock(rule: "moved-unlocks", moved: "scene"): 1,
                TraceStatistics.Unlock(rule: "view-shown"): 1,
            ])
    }

    @Test("A settle time goes from the accepted tap to settled; a newer tap begins it anew")
    func settleTimes() throws {
        let camera = #""cameraArrived":{"name":"Lab","usb":"1:2","image":[1,1],"controls":[]}"#
        let statistics = try count([
            input(0, camera), input(1, #""touchesLost":{}"#, tapped), input(2, #""touchesLost":{}"#, tapped),
            input(2.25, #""touchesLost":{}"#, settled), input(3, #""touchesLost":{}"#, settled),
            input(4, #""touchesLost":{}"#, tapped), input(6, #""touchesLost":{}"#, settled),
        ])
        let group = TraceStatistics.SettleGroup(camera: "Lab", usb: "1:2", focusLevel: "region", exposureLevel: "none")
        let times = try #require(statistics.settleTimes[group])
        #expect(statistics.acceptedTaps == 3 && statistics.settleTimes.count == 1 && times.count == 2)
        #expect(times.percentile(0.5) == .milliseconds(250) && times.worst == .milliseconds(2000))
    }

    @Test("Refused and ignored taps, searches, errors and interventions are counted by name")
    func counts() throws {
        let statistics = try count([
            input(
                1, #""controlsChanged":{}"#, #"{"tapRefused":"no camera"}"#, #"{"tapIgnored":"dragged"}"#,
                #"{"tapIgnored":"dragged"}"#),
            input(2, #""zoomChanged":200"#),
            input(2, #""cameraAnswered":{"call":1,"errno":13}"#), input(3, #""cameraAnswered":{"call":1,"errno":0}"#),
            input(4, #""framesUnavailable":{"request":1,"errno":16}"#, #"{"fault":"framesRefused","errno":16}"#),
            input(5, #""framesLost":{"request":1,"errno":5}"#, #"{"fault":"framesEnded","errno":5}"#),
            input(
                6, #""touchesLost":{}"#, #"{"searched":{"outcome":"found","frames":30}}"#,
                #"{"searched":{"outcome":"flat","frames":-5}}"#, #"{"exposed":{"outcome":"gaveUp","frames":60}}"#,
                #"{"fault":"holdBroken","control":5}"#),
        ])
        #expect(statistics.refusedTaps.counts == ["no camera": 1] && statistics.ignoredTaps.counts == ["dragged": 2])
        #expect(statistics.troubles.controlErrors.counts == [13: 1])
        #expect(statistics.troubles.frameErrors.counts == [16: 1, 5: 1])
        #expect(statistics.focusSearches.outcomes.counts == ["found": 1, "flat": 1])
        #expect(statistics.focusSearches.frames == 30 && statistics.exposureSearches.frames == 60)
        #expect(statistics.troubles.faults.counts == ["framesRefused": 1, "framesEnded": 1, "holdBroken": 1])
        let interventions = statistics.troubles.interventions.counts
        #expect(statistics.troubles.circumstances.counts.isEmpty)
        #expect(interventions == ["controlsChanged": 1, "zoomChanged": 1, "framesRefused": 1, "holdBroken": 1])
    }

    @Test("Locks, lights, zooms and closed shutters are counted by name, a ramp of the zoom once")
    func circumstances() throws {
        let statistics = try count([
            input(1, #""keep":{"by":"person"}"#, #"{"kept":{"by":"person"}}"#),
            input(2, #""keepEnded":{}"#, #"{"kept":{"by":null}}"#),
            input(3, #""lightChanged":true"#, #"{"relit":{"on":true,"exposure":"searching"}}"#),
            input(4, #""lightChanged":false"#, #"{"relit":{"on":false,"exposure":null}}"#),
            input(
                5, #""zoom":{"linear":1}"#, #"{"zoomed":{"linear":0.5,"ramping":true}}"#, #"{"zoomed":{"linear":1}}"#),
            input(6, #""shutterChanged":true"#, #"{"shutter":"closed"}"#),
            input(7, #""shutterChanged":false"#, #"{"shutter":"open"}"#),
        ])
        let wanted = ["locked by person": 1, "light searching": 1, "zoomed": 1, "shutter closed": 1]
        #expect(statistics.troubles.circumstances.counts == wanted)
    }

    @Test("The numbers of a fleet are the sums of its files'")
    func sum() throws {
        let one = try count([
            input(1, #""touchesLost":{}"#, tapped), input(2, #""touchesLost":{}"#, settled, #"{"tapIgnored":"palm"}"#),
        ])
        var both = one
        both.add(one)
        #expect(both.acceptedTaps == 2 && both.inputs == 4 && both.time == .milliseconds(2000))
        #expect(both.ignoredTaps.counts == ["palm": 2] && both.allSettleTimes.count == 2 && both.sessions == 2)
        var sum = TraceStatistics()
        sum.add(one)
        #expect(sum == one)
    }

    @Test("Absurd times are added up without a crash")
    func absurd() throws {
        let lines = [Int64.min, .max, .min, .max, 0].map { #"{"t":\#($0),"in":{"viewShown":{}}}"# }
        #expect(try count(lines).time == TimeSpan(nanoseconds: .max))
    }

    @Test("Percentiles are exact to the millisecond below half a second, and to 0.2 % above", arguments: [1, 7, 100])
    func percentiles(step: Int64) {
        var histogram = DurationHistogram()
        for count in 1...1000 { histogram.add(.milliseconds(Int64(count) * step)) }
        for rank in [1, 250, 500, 950, 1000] {
            let wanted = Double(Int64(rank) * step) / 1000
            let error = abs(histogram.percentile(Double(rank) / 1000).seconds - wanted)
            #expect(error <= (wanted < 0.5 ? 1e-9 : wanted * 0.002 + 1e-9), "\(rank) of \(step)")
        }
        #expect(histogram.worst == .milliseconds(1000 * step))
        histogram.add(TimeSpan(nanoseconds: .max))
        histogram.add(TimeSpan(nanoseconds: .min))
        #expect(histogram.percentile(0) == .zero && histogram.percentile(1).seconds > 9e9)
    }

    @Test("A tally of many different keys keeps a bounded number of them, and their sum")
    func bounded() {
        var tally = Tally<Int>()
        for key in 0..<100_000 { tally.add(key) }
        #expect(tally.total == 100_000 && tally.counts.count == Tally<Int>.mostKeys)
        var statistics = TraceStatistics()
        var times = DurationHistogram()
        times.add(.milliseconds(1))
        for index in 0..<1000 {
            let group = TraceStatistics.SettleGroup(camera: "\(index)", focusLevel: "none", exposureLevel: "none")
            statistics.addSettleTimes(times, of: group)
        }
        #expect(statistics.settleTimes.count == TraceStatistics.mostGroups + 1)
        #expect(statistics.allSettleTimes.count == 1000)
    }
}
