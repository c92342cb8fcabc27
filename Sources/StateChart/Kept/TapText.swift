// Written by draw-charts: change StateCharts/tap.scxml instead.
extension KeptText {
    static let tap = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!--
            A tap on its way to the camera, and the report that an accepted tap is owed: `settled`, exactly once.

            A second tap may be on its way while the first one still settles, so these are two regions. otherOrders: the view is
            shown, or the program ends. released: the lock is over, and the machine is in continuousAuto again. automaticOff and
            automaticOn are control writes that switch an automatic off, or on.

            tf:timers names the timers that may be armed in a state; a region that names a timer anywhere allows it nowhere else.
            tf:awaits: one of these timers is armed, or the camera has yet to answer. tf:transient: left in the same step.
            draw: is for the drawing only.
        -->
        <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:tf="urn:tapfocus:chart" xmlns:draw="urn:tapfocus:drawing"
               version="1.0" datamodel="null" name="tap" initial="tap" draw:size="1080,870">
            <parallel id="tap">

                <state id="onItsWay" draw:at="540,265" draw:size="1040,370">
                    <initial>
                        <transition tf:id="start" target="noTap" draw:via="210,102"/>
                    </initial>
                    <!-- A camera that comes while no tap is on its way. -->
                    <transition tf:id="camera-arrived" event="cameraArrived" draw:label="640,400"/>

                    <state id="noTap" tf:timers="continuousRetry verification holdCheck" draw:at="210,220" draw:size="100,180">
                        <transition tf:id="tapped" event="tapped" target="asked" draw:via="370,160" draw:label="272,153"/>
                    </state>

                    <!-- The camera has been told, and has neither accepted nor refused yet. -->
                    <state id="asked" tf:awaits="answer writePause" draw:at="540,220" draw:size="120,180">
                        <transition tf:id="accepted" event="accepted" target="noTap"
                                    draw:via="370,215" draw:label="272,208"/>
                        <transition tf:id="refused" event="refused" target="noTap" draw:via="370,270" draw:label="272,263"/>
                        <transition tf:id="tapped-again" event="tapped" target="askedAgain"
                                    draw:via="730,180" draw:label="612,173"/>
                        <transition tf:id="displaced" event="otherOrders cameraLeft cameraArrived" target="displaced"
                                    draw:label="552,348"/>
                        <!-- The writes of "once at the point". -->
                        <transition tf:id="once-writes" event="automaticOff automaticOn" draw:label="612,296"/>
                    </state>

                    <!-- Two taps: the earlier one is reported as overtaken at once. -->
                    <state id="askedAgain" tf:transient="true" draw:at="930,220" draw:size="130,120">
                        <transition tf:id="overtaken-by-tap" event="overtaken" target="asked"
                                    draw:via="730,250" draw:label="612,243"/>
                    </state>

                    <!-- Something newer than the tap: it is reported as overtaken, or as refused when the camera is gone. -->
                    <state id="displaced" tf:transient="true" draw:at="540,400" draw:size="130,48">
                        <transition tf:id="displaced-reported" event="overtaken refused" target="noTap"
                                    draw:via="210,400" draw:label="230,393"/>
                    </state>
                </state>

                <state id="outcome" tf:timers="writePause" draw:at="540,650" draw:size="1040,400">
                    <initial>
                        <transition tf:id="start-nothing" target="nothing" draw:via="235,518"/>
                    </initial>
                    <transition tf:id="tap-accepted" event="accepted" tf:guard="tapOnItsWay" cond="In('asked')" type="internal"
                                target="owed" draw:via="1060,505 540,505" draw:label="1050,498 end"/>
                    <transition tf:id="ended" event="released otherOrders cameraLeft cameraArrived" type="internal"
                                target="nothing" draw:via="20,505 185,505" draw:label="30,498"/>

                    <!-- No accepted tap: the camera is in continuous, or on its way there. -->
                    <state id="nothing" tf:timers="continuousRetry" draw:at="210,615" draw:size="100,140">
                        <transition tf:id="automatic-on" event="automaticOn" draw:label="272,610"/>
                    </state>

                    <!-- It settles: either something is under way, or a deadline is armed. -->
                    <state id="owed" tf:timers="settlePoll focusDeadline exposureDeadline verification"
                           tf:awaits="answer focusDeadline exposureDeadline verification writePause"
                           draw:at="540,615" draw:size="120,140">
                        <transition tf:id="settled" event="settled" target="told" draw:via="745,570" draw:label="612,563"/>
                        <transition tf:id="overdue" event="released" tf:guard="tapOnItsWay" cond="In('asked')"
                                    target="abandoned" draw:label="552,724"/>
                        <!-- The holds; and after a refused tap a search that was going on before goes on. -->
                        <transition tf:id="holds-and-searches" event="automaticOff automaticOn" draw:label="612,620"/>
                    </state>

                    <state id="told" tf:timers="settlePoll verification holdCheck" draw:at="950,615" draw:size="110,140">
                        <transition tf:id="overdue-told" event="released" tf:guard="tapOnItsWay" cond="In('asked')"
                                    target="abandoned" draw:via="950,800" draw:label="940,793 end"/>
                        <!-- What was broken is held anew; what a refused tap has changed is held again. -->
                        <transition tf:id="held-anew" event="automaticOff" draw:label="770,724"/>
                    </state>

                    <!-- The lock is over, and a newer tap is on its way: continuous waits for the answer to that. -->
                    <state id="abandoned" tf:timers="settlePoll focusDeadline exposureDeadline" draw:at="540,800"
                           draw:size="120,48">
                        <transition tf:id="refused-too" event="refused" target="nothing"
                                    draw:via="210,800" draw:label="230,793"/>
                    </state>
                </state>
            </parallel>
        </scxml>
        """#
}
