import FocusCore
import StateTrace

/// The places of a trace in coordinates of the view, as its devices and settings have it: (0, 0) top left, (1, 1) bottom right.
struct PagePlaces {
    private var configured = ViewSettings()
    private var settings = ViewSettings()
    private var touchscreen: TouchscreenDescription?
    private var image: (width: Int32, height: Int32) = (0, 0)
    private var geometry = ViewGeometry(settings: ViewSettings(), touchscreen: nil, imageWidth: 0, imageHeight: 0)

    mutating func begin(_ configuration: Configuration) {
        self = PagePlaces()
        configured = configuration.view
        settings = configured
        update()
    }

    /// Notes an input.
    /// - Returns: true if the shape of the view, or the place of the picture in it, may be another one now.
    mutating func follow(_ event: Input.Event) -> Bool {
        switch event {
        case .cameraArrived(let camera): image = (camera.imageWidth, camera.imageHeight)
        case .cameraImage(let width, let height): image = (width, height)
        case .touchscreenArrived(let arrived): touchscreen = arrived
        case .touchscreenLeft: touchscreen = nil
        case .viewPlaced(let placement): settings = placement.map(configured.placed) ?? configured
        default: return false
        }
        update()
        return true
    }

    private mutating func update() {
        geometry = ViewGeometry(
            settings: settings, touchscreen: touchscreen, imageWidth: image.width, imageHeight: image.height)
    }

    /// The place of a touch or a tap; nil for any other input, and outside the touchscreen's range.
    func place(of event: Input.Event) -> (x: Double, y: Double)? {
        switch event {
        case .touch(let contact): geometry.viewPoint(touchX: contact.x, touchY: contact.y)
        case .viewTapped(let x, let y, _): (x, y)
        case .pictureTapped(let x, let y, _): place(of: PointOfInterest(x: x, y: y))
        default: nil
        }
    }

    /// The place of a point of the camera's picture.
    func place(of point: PointOfInterest) -> (x: Double, y: Double) { geometry.viewPoint(of: point) }

    /// The view's width over its height, and two opposite corners of the picture in it.
    var shape: [Double] {
        let first = place(of: PointOfInterest(x: 0, y: 0)), last = place(of: PointOfInterest(x: 1, y: 1))
        return [geometry.aspectRatio, first.x, first.y, last.x, last.y]
    }
}

/// The chart's remembered bit, "moved", which no line of a trace tells: an engine runs along, as long as it decides what was recorded.
struct RememberedMotion {
    private var engine: Engine?
    /// Effects that the recording has not confirmed.
    private var expected = EffectList()
    /// The last known value of the bit; false while it is unknown.
    private var last = false

    /// A session begins. One of an older format has inputs that an engine of today does not understand.
    mutating func begin(_ configuration: Configuration, version: Int) {
        resume(version == TraceFormat.version ? Engine(configuration: configuration) : nil)
    }

    /// - Parameter engine: that of a snapshot; nil: it cannot be read.
    mutating func resume(_ engine: Engine?) {
        self.engine = engine
        expected = EffectList()
    }

    /// - Returns: the bit, if it is another one after this input.
    mutating func follow(_ input: Input) -> Bool? {
        if !expected.isEmpty { engine = nil }
        expected = engine?.step(input) ?? EffectList()
        let now = engine?.hasMoved ?? false
        guard now != last else { return nil }
        last = now
        return now
    }

    /// Compares the recorded effects of the latest input.
    mutating func confirm(_ effects: EffectList) {
        if effects != expected { engine = nil }
        expected = EffectList()
    }
}
