import FocusCore
import TraceLines

extension ViewPlacement {
    /// In a trace the fields have other forms.
    mutating func describeRequest(_ fields: inout some LineVisitor) {
        fields.expect(
            "a view needs numbers x, y, width and height, and screen: [width, height], in one unit; besides it may "
                + "have videoGravity, rotation and mirrored (true or false).")
        fields.required("x", &view.x)
        fields.required("y", &view.y)
        fields.required("width", &view.width)
        fields.required("height", &view.height)
        fields.required("screen", &screen)
        fields.field("videoGravity", &videoGravity, "videoGravity is \"fill\", \"fit\" or \"stretch\".")
        fields.field("rotation", &rotation, "rotation is 0, 90, 180 or 270.")
        fields.field("mirrored", &isMirrored)
        guard !isUsable else { return }
        fields.refuse(
            "a view and its screen have a width and a height above 0, up to \(Int(Self.limit)), and a part of the view "
                + "is on the screen.")
    }
}
