extension ControlServer {
    func send(_ message: FrameExchange.Message, to id: ClientID) {
        switch message {
        case .answer(let line): send(line, to: id)
        case .line(let line): sendUnasked(line, to: id)
        case .lost(let line):
            setHolding(false, id)
            sendUnasked(line, to: id)
        case .complaint(let sentence): complainOfFrame(sentence, to: id)
        }
    }
}
