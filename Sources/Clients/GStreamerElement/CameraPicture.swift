import CGStreamer
import CPhotoFile

extension CameraBin {
    /// Gives the picture at the socket of the property, if there is one. A socket that cannot be made is a warning: the picture goes on.
    func beginPicture() {
        guard pictures == nil, let path = picturePath else { return }
        defer { g_free(path) }
        guard let source = locked({ parts.first }), let output = gst_element_get_static_pad(source, text("src")) else {
            return
        }
        defer { gst_object_unref(output) }
        do throws(PictureRefusal) {
            let next = try PictureServer(element, output, at: path)
            next.begin()
            pictures = next
        } catch {
            warn(path, error.error)
        }
    }

    /// Ends it for everybody who sees it.
    func endPicture() {
        pictures?.end()
        pictures = nil
    }

    private func warn(_ path: UnsafeMutablePointer<CChar>, _ error: Int32) {
        let message = joined(
            text("The picture cannot be given at "), path, text(": "), tapfocus_photo_explain(error))
        // The message takes the text.
        gst_element_message_full(
            instance.as(GstElement.self), GST_MESSAGE_WARNING, gst_resource_error_quark(),
            gint(GST_RESOURCE_ERROR_SETTINGS.rawValue), message, nil, text("tapfocuscamera"), text(""), 0)
    }
}
