import FocusCore
import JSONLines

/// The measurement that `tapfocus run` wants of each frame, until the next event `measure` or `rest`.
struct FrameWish: Equatable {
    /// Each frame's line repeats it.
    var id: UInt64
    /// The regions are in shares of the program's own frames.
    var request: FrameRequest
    /// The least time between two measured frames, µs; 0: every frame.
    var interval: Int64

    /// Longer ones are cut off, µs: a day. Nobody waits longer for a frame.
    private static let longestInterval: Int64 = 86_400_000_000

    init(id: UInt64, request: FrameRequest, interval: Int64) {
        self.id = id
        self.request = request
        self.interval = min(max(interval, 0), Self.longestInterval)
    }

    /// Reads a `measure` event; id and focus must be there.
    init(_ line: UnsafeRawBufferPointer) throws(JSONFault) {
        var scanner = JSONScanner(line)
        var id: UInt64?
        var focus: NormalizedRectangle?
        var exposure: NormalizedRectangle?
        var includesGrid = false
        var interval: Int64 = 0
        try scanner.object { (scanner, key) throws(JSONFault) in
            if key == "id" {
                id = try scanner.integer()
            } else if key == "focus" {
                focus = try Self.rectangle(&scanner)
            } else if key == "exposure" {
                exposure = try Self.rectangle(&scanner)
            } else if key == "grid" {
                includesGrid = try scanner.boolean()
            } else if key == "interval" {
                interval = try scanner.integer()
            } else {
                try scanner.skip()
            }
        }
        guard let id, let focus else { throw scanner.fault("the fields \"id\" and \"focus\"") }
        let request = FrameRequest(focus: focus, exposure: exposure ?? focus, includesGrid: includesGrid)
        self.init(id: id, request: request, interval: interval)
    }

    static func rectangle(_ scanner: inout JSONScanner) throws(JSONFault) -> NormalizedRectangle {
        var numbers: InlineArray<4, Double> = [0, 0, 0, 0]
        var count = 0
        try scanner.array { (scanner, index) throws(JSONFault) in
            let number = try scanner.number()
            guard index < 4, number.isFinite else { throw scanner.fault("four numbers") }
            numbers[index] = number
            count += 1
        }
        guard count == 4 else { throw scanner.fault("four numbers") }
        return NormalizedRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
