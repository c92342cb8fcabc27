// Written by draw-charts: change StateCharts/stream.scxml instead.
extension KeptText {
    static let stream = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!--
            The camera's stream: frames are asked for, measured in another way, and let go.

            requested and released are the engine's; began, unavailable and ended are the camera's answers; failed: the stream has
            ended by itself. When it is asked for again after a failure is a matter of counters and back-off, which are no states.

            tf:timers names the timers that may be armed in a state, and tf:awaits what the state waits for: the camera's answer.
            draw: is for the drawing only.
        -->
        <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:tf="urn:tapfocus:chart" xmlns:draw="urn:tapfocus:drawing"
               version="1.0" datamodel="null" name="stream" initial="frames" draw:size="1080,760">
            <parallel id="frames">

                <state id="stream" draw:at="540,340" draw:size="1040,520">
                    <initial>
                        <transition tf:id="start" target="off" draw:via="60,280 60,300"/>
                    </initial>
                    <!-- Another camera, or none: its stream went with it. -->
                    <transition tf:id="camera-changed" event="cameraArrived cameraLeft" type="internal" target="off"
                                draw:via="20,370" draw:label="30,424"/>
                    <!-- The end lets go of a stream that may have been refused, or have failed, meanwhile. -->
                    <transition tf:id="released-at-end" event="released" tf:guard="restoring" cond="In('restoring')"
                                type="internal" target="ending" draw:via="430,80" draw:label="442,100"/>
                    <!-- No stream of the engine's. -->
                    <transition tf:id="failed-elsewhere" event="failed" draw:label="30,480"/>

                    <state id="off" draw:at="150,315" draw:size="90,170">
                        <transition tf:id="requested" event="requested" tf:guard="serving" cond="In('serving')" target="asked"
                                    draw:via="290,300" draw:label="207,293"/>
                    </state>

                    <state id="asked" tf:timers="framesRetry" tf:awaits="answer" draw:at="430,315" draw:size="100,170">
                        <transition tf:id="began" event="began" target="running" draw:via="690,260" draw:label="492,253"/>
                        <transition tf:id="unavailable" event="unavailable" target="unavailable"
                                    draw:via="450,445" draw:label="462,440"/>
                    </state>

                    <!-- A tap does not wait for framesRetry, which may be armed until the tap is accepted. -->
                    <state id="running" tf:timers="framesRetry" draw:at="950,315" draw:size="110,170">
                        <transition tf:id="measured-otherwise" event="requested" tf:guard="serving" cond="In('serving')"
                                    target="changing" draw:via="800,320" draw:label="722,313"/>
                        <transition tf:id="released" event="released" target="ending"
                                    draw:via="950,175" draw:label="700,168"/>
                        <transition tf:id="failed" event="failed" target="unavailable"
                                    draw:via="940,445" draw:label="928,440 end"/>
                    </state>

                    <!-- It runs, and something else is to be measured in it. -->
                    <state id="changing" tf:timers="framesRetry" tf:awaits="answer" draw:at="650,350" draw:size="120,100">
                        <transition tf:id="changed" event="began" target="running" draw:via="800,375" draw:label="722,368"/>
                        <transition tf:id="change-refused" event="unavailable" target="unavailable"
                                    draw:via="650,445" draw:label="662,440"/>
                        <transition tf:id="failed-changing" event="failed" target="asked"
                                    draw:via="530,345" draw:label="492,338"/>
                    </state>

                    <state id="ending" tf:awaits="answer" draw:at="430,160" draw:size="150,60">
                        <transition tf:id="ended" event="ended" target="off" draw:via="150,160" draw:label="215,153"/>
                        <transition tf:id="failed-ending" event="failed" target="unavailable"
                                    draw:via="1030,145 1030,520" draw:label="517,138"/>
                    </state>

                    <!-- The camera gave no frames, or has stopped giving them. -->
                    <state id="unavailable" tf:timers="framesRetry" draw:at="650,520" draw:size="620,60">
                        <transition tf:id="requested-again" event="requested" tf:guard="serving" cond="In('serving')"
                                    target="asked" draw:via="400,445" draw:label="388,440 end"/>
                        <!-- It failed while it was being let go. -->
                        <transition tf:id="ended-after-failure" event="ended" draw:label="344,572"/>
                    </state>
                </state>

                <!-- Whether the program goes on, or puts back what it has changed. -->
                <state id="program" draw:at="540,670" draw:size="1040,140">
                    <initial>
                        <transition tf:id="start-serving" target="serving" draw:via="300,632"/>
                    </initial>
                    <transition tf:id="stopped" event="stopped" type="internal" target="restoring"
                                draw:via="1060,690" draw:label="1050,683 end"/>
                    <state id="serving" draw:at="300,690"/>
                    <state id="restoring" draw:at="800,690"/>
                </state>
            </parallel>
        </scxml>
        """#
}
