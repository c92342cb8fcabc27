/// What stands before the camera: the left half of the sensor sees something near, the right half something far.
struct Scene {
    struct Half {
        /// Metres from the lens.
        var distance: Double
        /// How much light comes from there; 1 is a normally lit room.
        var light: Double
        /// Which piece of the texture stands there.
        var place: Texture.Place

        /// What the lens must be set to, in dioptres.
        var dioptres: Double { 1 / distance }

        /// Somebody else stands there, at the same distance: other clothes, another brightness.
        mutating func change(light newLight: Double?) {
            // Clearly darker, and with the next change as bright as before.
            light = newLight ?? (light >= 1 ? light * 0.6 : light / 0.6)
            place = place.next
        }
    }

    /// What the frames show.
    enum Appearance: String, CaseIterable {
        case normal
        /// As bright as can be, everywhere, whatever the exposure.
        case white
        case black
        /// Nothing with a structure: a wall of even brightness, and much noise of the sensor.
        case noise
    }

    var near = Half(distance: 0.25, light: 1, place: Texture.Place(x: 0, y: 0))
    var far = Half(distance: 1, light: 2, place: Texture.Place(x: 97, y: 151))
    var appearance = Appearance.normal

    /// Where the near half ends: the first column of the far one.
    static let border = SensorRegion.sensor.width / 2

    /// How much of `region` each half fills, 0 to 1; together 1.
    static func shares(of region: SensorRegion) -> (near: Double, far: Double) {
        let nearColumns = min(max(0, border - region.left), region.width)
        let near = Double(nearColumns) / Double(max(1, region.width))
        return (near, 1 - near)
    }

    /// The half that fills most of `region`; the near one when they are even, as most cameras prefer what is near.
    func dominant(in region: SensorRegion) -> Half {
        let shares = Scene.shares(of: region)
        return shares.near >= shares.far ? near : far
    }
}
