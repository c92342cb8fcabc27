import FocusCore

/// The place where an application shows the picture, in a line of a trace.
extension JSONLine {
    mutating func viewPlacement(_ placement: ViewPlacement) {
        open("{")
        key("screen")
        numbers(placement.screen.width, placement.screen.height)
        key("view")
        let view = placement.view
        numbers(view.x, view.y, view.width, view.height)
        key("videoGravity")
        word(placement.videoGravity.name)
        key("rotation")
        integer(placement.rotation.rawValue)
        key("mirrored")
        boolean(placement.isMirrored)
        close("}")
    }
}

extension JSONScanner {
    mutating func viewPlacement() throws(JSONFault) -> ViewPlacement {
        var placement = ViewPlacement(
            screen: ScreenSize(width: 0, height: 0), view: ViewRectangle(x: 0, y: 0, width: 0, height: 0))
        try object { (scanner, key) throws(JSONFault) in
            if key == "screen" {
                let size = try scanner.numbers(2)
                placement.screen = ScreenSize(width: size[0] ?? 0, height: size[1] ?? 0)
            } else if key == "view" {
                let list = try scanner.numbers(4)
                placement.view = ViewRectangle(
                    x: list[0] ?? 0, y: list[1] ?? 0, width: list[2] ?? 0, height: list[3] ?? 0)
            } else if key == "videoGravity" {
                placement.videoGravity = try scanner.name(
                    of: VideoGravity.allCases, { $0.name }, "fill, fit or stretch")
            } else if key == "rotation" {
                guard let rotation = Rotation(rawValue: try scanner.integer()) else {
                    throw scanner.fault("0, 90, 180 or 270")
                }
                placement.rotation = rotation
            } else if key == "mirrored" {
                placement.isMirrored = try scanner.boolean()
            } else {
                try scanner.skip()
            }
        }
        return placement
    }
}
