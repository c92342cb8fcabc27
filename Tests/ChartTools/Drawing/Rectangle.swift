import StateChart

/// An upright rectangle of the drawing, in pixels.
struct Rectangle: Equatable {
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double

    var width: Double { maxX - minX }
    var height: Double { maxY - minY }
    var centre: ChartPoint { ChartPoint(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }

    func union(_ other: Rectangle) -> Rectangle {
        Rectangle(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }

    /// The point of the border at which an arrow to or from `point` ends: vertical or horizontal where possible.
    func border(towards point: ChartPoint) -> ChartPoint {
        if (minX...maxX).contains(point.x) {
            return ChartPoint(x: point.x, y: point.y < centre.y ? minY : maxY)
        }
        if (minY...maxY).contains(point.y) {
            return ChartPoint(x: point.x < centre.x ? minX : maxX, y: point.y)
        }
        let (across, down) = (point.x - centre.x, point.y - centre.y)
        let scale = min(width / 2 / abs(across), height / 2 / abs(down))
        return ChartPoint(x: centre.x + across * scale, y: centre.y + down * scale)
    }
}

extension Rectangle {
    init(centre: ChartPoint, size: ChartPoint) {
        self.init(
            minX: centre.x - size.x / 2, minY: centre.y - size.y / 2, maxX: centre.x + size.x / 2,
            maxY: centre.y + size.y / 2)
    }
}
