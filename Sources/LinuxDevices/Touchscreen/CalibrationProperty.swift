import FocusCore

extension CalibrationMatrix {
    /// Reads the udev property LIBINPUT_CALIBRATION_MATRIX: six numbers, separated by spaces. Nil for any other text. A
    /// matrix that cannot be inverted is passed on: the engine reports it.
    public init?(libinputProperty text: String) {
        var numbers: [Double] = []
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" }) {
            guard let number = Double(String(word)) else { return nil }
            numbers.append(number)
        }
        guard numbers.count == 6 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }
}
