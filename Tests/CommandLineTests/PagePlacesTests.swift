import FocusCore
import Testing

@testable import tapfocus

/// Places of a trace on its page.
@Suite struct PagePlacesTests {
    private static let touchscreen = TouchscreenDescription(minimumX: 0, maximumX: 1079, minimumY: 0, maximumY: 1919)
    private static let placement = ViewPlacement(
        screen: ScreenSize(width: 1080, height: 1920), view: ViewRectangle(x: 0, y: 960, width: 1080, height: 960))

    @Test("The view is where the application has told that it is, until it is told no more, or a session begins")
    func placed() throws {
        var places = PagePlaces()
        places.begin(Configuration())
        _ = places.follow(.touchscreenArrived(Self.touchscreen))
        let contact = Input.Event.touch(TouchContact(slot: 0, phase: .down, x: 540, y: 1440))
        func y() throws -> Double { try #require(places.place(of: contact)).y }
        #expect(abs(try y() - 0.75) < 0.01)
        let isNews = places.follow(.viewPlaced(Self.placement))
        #expect(isNews)
        #expect(abs(try y() - 0.5) < 0.01)
        let isNewsAgain = places.follow(.viewPlaced(nil))
        #expect(isNewsAgain)
        #expect(abs(try y() - 0.75) < 0.01)
        _ = places.follow(.viewPlaced(Self.placement))
        places.begin(Configuration())
        _ = places.follow(.touchscreenArrived(Self.touchscreen))
        #expect(abs(try y() - 0.75) < 0.01)
    }
}
