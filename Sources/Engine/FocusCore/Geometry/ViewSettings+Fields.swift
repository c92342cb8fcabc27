extension ViewSettings: SettingGroup {
    public mutating func describe(_ visitor: inout some SettingVisitor) {
        visitor.field(
            Setting(
                "view", .rectangle, unit: "\"X,Y,WIDTHxHEIGHT\" in pixels", default: "the whole screen",
                option: Setting.Option("X,Y,WIDTHxHEIGHT", "the picture's place on the screen (whole screen)"),
                expected: "X,Y,WIDTHxHEIGHT in pixels, for example 0,0,1280x800",
                "the rectangle that shows the picture; a tap elsewhere is ignored"),
            &view, view.map { [$0.x, $0.y, $0.width, $0.height] }
        ) { given in
            let view = ViewRectangle(x: given[0], y: given[1], width: given[2], height: given[3])
            return view.hasArea ? view : nil
        }
        visitor.field(
            Setting(
                "screen", .size, unit: "\"WIDTHxHEIGHT\" in pixels", default: "the touchscreen's range in units",
                option: Setting.Option("WIDTHxHEIGHT", "the screen in pixels (the touchscreen's units)"),
                expected: "WIDTHxHEIGHT in pixels, for example 1280x800",
                """
                the screen's size; with neither this nor a view, a touchscreen that reports its size in mm gives \
                the shape
                """),
            &screen, screen.map { [$0.width, $0.height] }
        ) { given in
            let screen = ScreenSize(width: given[0], height: given[1])
            return given[0] > 0 && given[1] > 0 && (given[0] * given[1]).isFinite ? screen : nil
        }
        visitor.field(
            "videoGravity", &videoGravity,
            option: Setting.Option("fill|fit|stretch", "how the picture fits the view (fill)"),
            "how a picture of another shape is fitted into the view; the article uses fill")
        visitor.field(
            Setting(
                "rotation", .number(.described), unit: "0, 90, 180 or 270 degrees",
                option: Setting.Option("0|90|180|270", "the picture's clockwise rotation in degrees (0)"),
                expected: "0, 90, 180 or 270",
                "the clockwise angle by which the camera's image is turned to be shown"),
            &rotation, .number(Double(rotation.rawValue))
        ) { form in
            guard case .number(let degrees) = form else { return nil }
            return Int16(exactly: degrees).flatMap { Rotation(rawValue: $0) }
        }
        describePart(&visitor)
    }

    private mutating func describePart(_ visitor: inout some SettingVisitor) {
        visitor.field(
            "mirrored", &isMirrored,
            option: Setting.Option(nil, "flip the picture left to right, after the rotation"),
            "flip the turned image left to right")
        visitor.field(
            Setting(
                "crop", .numbers(4), unit: "[x, y, width, height] of the camera's image, 0…1",
                expected: "x, y, width, height of a part of the image, each in 0…1",
                "the part of the image that is shown: a digital zoom"),
            &crop, .numbers([crop.x, crop.y, crop.width, crop.height])
        ) { form in
            guard case .numbers(let given) = form, given.count == 4 else { return nil }
            let part = NormalizedRectangle(x: given[0], y: given[1], width: given[2], height: given[3])
            return part.hasArea ? part : nil
        }
        visitor.field(
            Setting(
                "calibration", .numbers(6), unit: "six numbers of a matrix that can be inverted",
                default: "the touchscreen's own", expected: "six numbers of a matrix that can be inverted",
                "the matrix, as in LIBINPUT_CALIBRATION_MATRIX; it replaces the one that the touchscreen came with"),
            &calibration, calibration.map { [$0.a, $0.b, $0.c, $0.d, $0.e, $0.f] }
        ) { given in
            let matrix = CalibrationMatrix(given[0], given[1], given[2], given[3], given[4], given[5])
            return matrix.isUsable ? matrix : nil
        }
    }
}
