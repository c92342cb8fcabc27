import FocusCore
import SimulatedDevices

/// The scene in front of the camera, as a string of marks of 100 ms each.
///
///     .  the wall                         p  a person of a quarter of the image, in the middle
///     s  the person, a quarter of a cell  h  …half a cell to the side
///        to the side                      r  the person, three cells to the right
///     w  somebody walking through         f  a flash
///     +  the wall in 1.2 times the light  *  …in 1.8 times
struct SceneTimeLine {
    var marks: [Character]
    /// Grids per second.
    var rate: Double
    var random: SplitMix64
    /// The standard deviation of each cell, in levels.
    var noise = 1.0
    /// The largest brightness that lamps on the mains add to a row, in levels.
    var flicker = 0.0
    /// The change of daylight, as a share of luma per second.
    var drift = 0.0
    /// The contrast between the person and the wall, in levels.
    var contrast = 70.0

    init(_ marks: String, rate: Double, seed: UInt64 = 1) {
        self.marks = Array(marks)
        self.rate = rate
        random = SplitMix64(seed: seed)
    }

    /// Feeds a detector that was restarted at 0.
    /// - Returns: the times of its reports, in seconds.
    mutating func changes(settings: SceneSettings = SceneSettings()) -> [Double] {
        var detector = SceneDetector(settings: settings)
        detector.restart(at: Instant(nanoseconds: 0))
        var times: [Double] = []
        let phase = random.number(0...1)
        var index = 0.0
        while true {
            let time = (index + phase) / rate
            let place = Int(time * 10)
            guard place < marks.count else { return times }
            if detector.handle(grid(marks[place], at: time), at: Instant(nanoseconds: 0).advanced(by: .seconds(time))) {
                times.append(time)
            }
            index += 1
        }
    }

    private mutating func grid(_ mark: Character, at time: Double) -> LumaGrid {
        var light = 1 + drift * time
        if mark == "+" { light *= 1.2 }
        if mark == "*" { light *= 1.8 }
        let phase = random.number(0...1)
        var grid = LumaGrid()
        for row in 0..<LumaGrid.rows {
            // Bands of light from top to bottom, at a random phase in each frame.
            let cycle = (phase + Double(row) / 4).truncatingRemainder(dividingBy: 1)
            let band = flicker * (abs(cycle - 0.5) * 4 - 1)
            for column in 0..<LumaGrid.columns {
                let wall = 120.0 + 4 * Double(column) - 3 * Double(row)
                let covered = cover(of: column, mark, at: time)
                var level = (wall - contrast * covered) * light + band + random.noise(noise)
                if mark == "f" { level += 110 }
                grid.cells[row * LumaGrid.columns + column] = UInt8(min(max(level, 0), 255))
            }
        }
        return grid
    }

    /// The share of a column that the person covers, 0…1.
    private func cover(of column: Int, _ mark: Character, at time: Double) -> Double {
        let left: Double
        switch mark {
        case "p": left = 3
        case "s": left = 3.25
        case "h": left = 3.5
        case "r": left = 6
        case "w": left = (time * 4).truncatingRemainder(dividingBy: 10) - 2
        default: return 0
        }
        return max(0, min(left + 2, Double(column) + 1) - max(left, Double(column)))
    }
}
