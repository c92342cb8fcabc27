import Foundation

extension Thread {
    /// Starts a thread; the returned function waits for its result.
    static func results<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> () -> Result? {
        let done = DispatchSemaphore(value: 0)
        let box = Box<Result>()
        Thread.detachNewThread {
            box.value = body()
            done.signal()
        }
        return {
            done.wait()
            return box.value
        }
    }

    private final class Box<Value>: @unchecked Sendable {
        var value: Value?
    }
}
