/// The scene before the camera: something near in the left half of the sensor, something far in the right half.
struct Scene {
    struct Half {
        /// Distance from the lens, in metres.
        var distance: Double
        /// The subject's brightness; 1 is a normally lit room.
        var light: Double
        /// The subject's piece of the texture.
        var place: Texture.Place

        /// The best focus, in dioptres.
        var dioptres: Double { 1 / distance }

        /// Replaces the subject by another one at the same distance: other clothes, another brightness.
        mutating func change(light newLight: Double?) {
            // Clearly darker; the next change restores the brightness.
            light = newLight ?? (light >= 1 ? light * 0.6 : light / 0.6)
            place = place.next
        }
    }

    enum Appearance: String, CaseIterable {
        case normal
        /// Maximum brightness everywhere, at any exposure.
        case white
        case black
        /// No structure: a wall of even brightness, and much sensor noise.
        case noise
    }

    var near = Half(distance: 0.25, light: 1, place: Texture.Place(x: 0, y: 0))
    var far = Half(distance: 1, light: 2, place: Texture.Place(x: 97, y: 151))
    var appearance = Appearance.normal

    /// The end of the near half: the first column of the far one.
    static let border = SensorRegion.sensor.width / 2

    /// The shares of `region` that the two halves fill; their sum is 1.
    static func shares(of region: SensorRegion) -> (near: Double, far: Double) {
        let nearColumns = min(max(0, border - region.left), region.width)
        let near = Double(nearColumns) / Double(max(1, region.width))
        return (near, 1 - near)
    }

    /// The half that fills most of `region`; the near one if they are even, since most cameras prefer near subjects.
    func dominant(in region: SensorRegion) -> Half {
        let shares = Scene.shares(of: region)
        return shares.near >= shares.far ? near : far
    }
}
