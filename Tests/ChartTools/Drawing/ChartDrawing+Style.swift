extension ChartDrawing {
    /// Light colours by default, dark ones for readers who prefer them.
    static let styleSheet = """
        text { font-family: system-ui, "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif; font-size: 12px; fill: #1f2328; }
        .title { font-size: 20px; font-weight: 600; }
        .name { font-size: 15px; font-weight: 600; fill: #0a3069; }
        .region { font-size: 14px; font-weight: 600; fill: #57606a; }
        .event { font-weight: 600; }
        .guard { fill: #953800; }
        .rule { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 10.5px; fill: #656d76; }
        .legend { fill: #656d76; }
        .paper { fill: #ffffff; }
        .frame { fill: #f6f8fa; stroke: #8c959f; stroke-width: 1.25; }
        .separator { fill: none; stroke: #8c959f; stroke-width: 1.25; stroke-dasharray: 7 5; }
        .state { fill: #ddf4ff; stroke: #0969da; stroke-width: 1.5; }
        .rule-off { fill: none; stroke: #0969da; stroke-opacity: 0.45; }
        .arrow { fill: none; stroke: #424a53; stroke-width: 1.5; }
        .tip { fill: #424a53; }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .name { fill: #cae8ff; }
        .region { fill: #b1bac4; }
        .guard { fill: #ffa657; }
        .rule, .legend { fill: #9198a1; }
        .paper { fill: #0d1117; }
        .frame { fill: #161b22; stroke: #6e7681; }
        .separator { stroke: #6e7681; }
        .state { fill: #10233f; stroke: #58a6ff; }
        .rule-off { stroke: #58a6ff; }
        .arrow { stroke: #c9d1d9; }
        .tip { fill: #c9d1d9; }
        }
        """
}
