/// The places where the pages may be, if no option names one.
public enum PageFolders {
    /// - Parameter program: the absolute path of the program.
    /// - Returns: the folder that `make install` fills, beside the program's own; then the one that a checkout's build fills,
    ///   if the program is in that build.
    public static func candidates(of program: String) -> [String] {
        let names = program.split(separator: "/").map(String.init)
        var folders: [String] = []
        if names.count >= 2 { folders.append(path(names.dropLast(2) + ["share", "tapfocus", "web"])) }
        if let build = names.lastIndex(of: ".build") { folders.append(path(names[...build] + ["web"])) }
        return folders
    }

    private static func path(_ names: some Sequence<String>) -> String { "/" + names.joined(separator: "/") }
}
