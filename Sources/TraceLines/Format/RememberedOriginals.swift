import FocusCore

/// Writes and reads the originals that an earlier run did not restore.
extension JSONLine {
    mutating func remembered(_ originals: [RememberedOriginal]) {
        key("remembered")
        open("[")
        for original in originals {
            open("{")
            key("id")
            integer(original.id.rawValue)
            key("original")
            value(original.original)
            key("written")
            value(original.written)
            close("}")
        }
        close("]")
    }
}

extension JSONScanner {
    mutating func remembered() throws(JSONFault) -> [RememberedOriginal] {
        var originals: [RememberedOriginal] = []
        try array { (scanner, _) throws(JSONFault) in originals.append(try scanner.rememberedOriginal()) }
        return originals
    }

    private mutating func rememberedOriginal() throws(JSONFault) -> RememberedOriginal {
        var id: UInt32?
        var original: ControlValue?
        var written: ControlValue?
        try object { (scanner, key) throws(JSONFault) in
            if key == "id" {
                id = try scanner.integer()
            } else if key == "original" {
                original = try scanner.controlValue()
            } else if key == "written" {
                written = try scanner.controlValue()
            } else {
                try scanner.skip()
            }
        }
        guard let id, let original, let written else {
            throw fault("a control's id, its original, and what was written")
        }
        return RememberedOriginal(id: ControlID(rawValue: id), original: original, written: written)
    }
}
