import FocusCore

extension V4L2Camera {
    /// Carries out what the engine asks, and waits for the camera's answer.
    func carryOut(_ demand: Demand) -> CameraEvent {
        switch demand {
        case .call(let call):
            return .answered(call, perform(call))
        case .requestFrames(let id, let request):
            do throws(SystemError) {
                return .frames(.began(try startFrames(request, id: id)))
            } catch {
                return .frames(.unavailable(request: id, errno: error.code))
            }
        case .releaseFrames(let id):
            frames = nil
            return .frames(.ended(request: id))
        }
    }
}
