import Glibc

/// A sensor's sampling rate while it is in use, and the rate to restore afterwards.
struct SamplingRate {
    /// In Hz: enough to tell motion from the shock of a tap (some 40 ms), and slow enough to cost nothing.
    static let wanted = 50.0

    /// The attribute's text before; nil if the rate was left alone.
    private var original: String?

    /// Asks for about 50 Hz. A sensor whose rate cannot be set keeps its own.
    mutating func request(of sensor: IIOSensor) {
        guard original == nil, let text = sensor.text("sampling_frequency") else { return }
        let present = String(text.prefix { !$0.isWhitespace })
        if let rate = Double(present), abs(rate - Self.wanted) < 1 { return }
        let choice = sensor.text("sampling_frequency_available").flatMap { Self.choice(from: $0) } ?? "50"
        guard (try? write(choice, to: sensor)) != nil else { return }
        original = present
    }

    /// The rate in Hz that the sensor would have after `request`; nil: it does not tell its rate.
    static func expected(of sensor: IIOSensor) -> Double? {
        guard let text = sensor.text("sampling_frequency") else { return nil }
        let choice = sensor.text("sampling_frequency_available").flatMap { Self.choice(from: $0) }
        if let choice { return Double(choice) }
        return Double(String(text.prefix { !$0.isWhitespace && $0 != "\0" }))
    }

    /// Restores the earlier rate.
    /// - Throws: if the driver refuses, as many do while the buffer is on; try again. A sensor that is gone is no error.
    mutating func restore(to sensor: IIOSensor) throws(SystemError) {
        guard let original else { return }
        do throws(SystemError) {
            try write(original, to: sensor)
        } catch {
            guard [ENODEV, ENOENT].contains(error.code) else { throw error }
        }
        self.original = nil
    }

    /// The slowest rate of at least 50 Hz in a list ("12.5 25 50 100"), or else its fastest; nil for other text ("[1 1 9]").
    static func choice(from list: String) -> String? {
        let rates = list.split(whereSeparator: { $0.isWhitespace || $0 == "\0" }).compactMap { word in
            Double(String(word)).map { (text: String(word), rate: $0) }
        }.filter { $0.rate.isFinite && $0.rate > 0 }
        let enough = rates.filter { $0.rate >= wanted }.min { $0.rate < $1.rate }
        return (enough ?? rates.max { $0.rate < $1.rate })?.text
    }

    private func write(_ text: String, to sensor: IIOSensor) throws(SystemError) {
        if sensor.x.has("sampling_frequency") {
            try sensor.x.write("sampling_frequency", text)
        } else {
            try sensor.write("sampling_frequency", text)
        }
    }
}
