/// The places of all parts on a screen of a given size.
struct DemoLayout: Equatable {
    let width: Int
    let height: Int
    /// The kiosk's screen, in cells; nil if there is no room for it.
    let picture: Box?
    /// The column of state, camera and motion beside it; nil if there is no room for it.
    let panel: Box?
    /// The caption's first row; `captionRows` is its height.
    let captionRow: Int
    let captionRows: Int
    /// The first row of the latest events; `lineRows` is their number.
    let linesRow: Int
    let lineRows: Int

    struct Box: Equatable {
        var column: Int
        var row: Int
        var width: Int
        var height: Int
    }

    /// In cells; a wider terminal is not used fully.
    static let widest = 100
    private static let panelWidth = 31
    /// In cells: the kiosk's screen is 16 by 10, and a cell is twice as high as wide.
    private static let largestPicture = (width: 64, height: 20)

    init(width terminalWidth: Int, height terminalHeight: Int) {
        width = min(max(terminalWidth, 0), Self.widest)
        height = max(terminalHeight, 0)
        let hasPanel = width >= 74 && height >= 22
        let captionRows = width >= 74 ? 2 : 3
        // Title, the picture's frame, the caption, and at least two of the last lines.
        let rows = min(height - 3 - captionRows - (hasPanel ? 2 : 3), Self.largestPicture.height)
        let columns = min(width - 2 - (hasPanel ? Self.panelWidth + 1 : 0), Self.largestPicture.width)
        let pictureHeight = min(rows, columns * 5 / 16)
        let pictureWidth = pictureHeight * 16 / 5
        let hasPicture = pictureHeight >= 5
        picture = hasPicture ? Box(column: 1, row: 2, width: pictureWidth, height: pictureHeight) : nil
        var row = hasPicture ? pictureHeight + 3 : 1
        if hasPanel, hasPicture {
            panel = Box(
                column: pictureWidth + 3, row: 1, width: min(Self.panelWidth, width - pictureWidth - 3),
                height: pictureHeight + 2)
        } else {
            panel = nil
            // One line stands for the panel.
            row += 1
        }
        captionRow = row
        self.captionRows = max(min(captionRows, height - row), 0)
        linesRow = row + captionRows
        lineRows = max(min(height - linesRow, 6), 0)
    }
}
