R=${1:-../../..}; O=${2:-trial}
S=$R/Sources/Engine/FocusCore
F="$(ls $S/Autofocus/*.swift $S/Quantities/*.swift | grep -v FocusWatch)"
sed 's/^import FocusCore//' $R/Tests/CameraLaws/SharpnessCurve.swift > curve.swift
cat $R/Sources/Simulation/SimulatedDevices/Chance/SplitMix64.swift $R/Sources/Simulation/SimulatedDevices/Chance/Choices.swift | sed 's/^import FocusCore//' > split.swift
swiftc -O -wmo -module-name Exp $F $S/Frames/FrameStatistics.swift grid.swift curve.swift split.swift lens.swift driver.swift main.swift -o $O 2>&1 | grep error: | sort | uniq | head -30
