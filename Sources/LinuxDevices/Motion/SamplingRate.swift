import Glibc

/// How often a sensor measures, while it is wanted, and what it was set to before.
struct SamplingRate {
    /// Enough to tell motion from the shock of a tap (some 40 ms), and slow enough to cost nothing.
    static let wanted = 50.0

    /// What the attribute held before; nil if it was left alone.
    private var original: String?

    /// Asks for about 50 Hz. A sensor that does not let itself be asked goes on as it is.
    mutating func request(of sensor: IIOSensor) {
        guard original == nil, let present = read(sensor) else { return }
        if let rate = Double(present), abs(rate - Self.wanted) < 1 { return }
        let choice = available(sensor).flatMap { Self.choice(from: $0) } ?? "50"
        guard (try? write(choice, to: sensor)) != nil else { return }
        original = present
    }

    /// Puts back what was there.
    ///
    /// - Throws: `SystemError` if the driver refuses, as many do while the buffer is on; it can be tried again then. A sensor
    ///   that is gone has nothing to put back.
    mutating func restore(to sensor: IIOSensor) throws(SystemError) {
        guard let original else { return }
        do throws(SystemError) {
            try write(original, to: sensor)
        } catch {
            guard [ENODEV, ENOENT].contains(error.code) else { throw error }
        }
        self.original = nil
    }

    /// The slowest rate of at least 50 Hz among those that a driver lists ("12.5 25 50 100"), or else its fastest. Nil
    /// for a list that is none, such as a range in brackets.
    static func choice(from list: String) -> String? {
        let rates = list.split(whereSeparator: { $0.isWhitespace || $0 == "\0" }).compactMap { word in
            Double(String(word)).map { (text: String(word), rate: $0) }
        }.filter { $0.rate.isFinite && $0.rate > 0 }
        let enough = rates.filter { $0.rate >= wanted }.min { $0.rate < $1.rate }
        return (enough ?? rates.max { $0.rate < $1.rate })?.text
    }

    private func read(_ sensor: IIOSensor) -> String? {
        let text =
            sensor.x.has("sampling_frequency")
            ? try? sensor.x.readText("sampling_frequency") : sensor.readText("sampling_frequency")
        return text.map { String($0.prefix { !$0.isWhitespace }) }
    }

    private func available(_ sensor: IIOSensor) -> String? {
        let name = "sampling_frequency_available"
        return sensor.x.has(name) ? try? sensor.x.readText(name) : sensor.readText(name)
    }

    private func write(_ text: String, to sensor: IIOSensor) throws(SystemError) {
        if sensor.x.has("sampling_frequency") {
            try sensor.x.write("sampling_frequency", text)
        } else {
            try sensor.write("sampling_frequency", text)
        }
    }
}
