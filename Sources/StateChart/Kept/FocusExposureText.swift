// Written by draw-charts: change StateCharts/focus-exposure.scxml instead.
extension KeptText {
    static let focusExposure = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!--
            Tap-to-focus: three states of the camera and one remembered bit.

            The bit is a region of its own, so that a guard is In('moved') and any SCXML interpreter can run the chart without data.
            tf: names actions, guards and transitions; a transition's tf:id is the rule that traces and the command line name.
            tf:timers names the engine's timers that may be armed in a state, besides those that it sends.
            draw: is for the drawing only; a reader of the behaviour can skip it.
        -->
        <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:tf="urn:tapfocus:chart" xmlns:draw="urn:tapfocus:drawing"
               version="1.0" datamodel="null" name="focus-exposure" initial="focusExposure" draw:size="1080,790">
            <parallel id="focusExposure">

                <state id="camera" draw:at="540,305" draw:size="1040,450">
                    <initial>
                        <transition tf:id="start" target="continuousAuto" draw:via="300,126"/>
                    </initial>

                    <!-- Internal: an external transition of a region leaves the whole parallel, and would forget the motion. -->
                    <transition tf:id="view-shown" event="viewShown" type="internal" target="continuousAuto"
                                draw:via="20,220" draw:label="30,213"/>
                    <transition tf:id="tapped" event="tapped" type="internal" target="autoAndForceLocked"
                                draw:via="1060,220" draw:label="1050,213 end"/>
                    <!-- Without a target: a force lock that elapses where there is none has nothing to end. Only the states that
                         do not answer it themselves let it come this far. -->
                    <transition tf:id="lock-elapsed-ignored" event="lockElapsed" draw:label="40,488"/>

                    <state id="continuousAuto" tf:timers="continuousRetry" draw:at="300,220">
                        <onentry>
                            <tf:continuousAboutCentre/>
                            <tf:showLargeSquareAtCentre/>
                        </onentry>
                    </state>

                    <state id="autoAndForceLocked" tf:timers="idle sceneWatch" draw:at="800,220">
                        <onentry>
                            <tf:onceThenHold/>
                            <tf:showSmallSquareAtPoint/>
                            <send event="lockElapsed" delay="3s" id="forceLock"/>
                        </onentry>
                        <onexit>
                            <cancel sendid="forceLock"/>
                        </onexit>
                        <!-- Whoever moved the device during the hold wanted to move on: it unlocks at once. -->
                        <transition tf:id="lock-elapsed-moved" event="lockElapsed" tf:guard="movedMeanwhile" cond="In('moved')"
                                    target="continuousAuto" draw:label="550,213 middle"/>
                        <!-- Second in document order, so it means: not moved. -->
                        <transition tf:id="lock-elapsed-still" event="lockElapsed" target="unlockableLocked" draw:label="812,336"/>
                    </state>

                    <state id="unlockableLocked" tf:timers="idle sceneWatch" draw:at="800,440">
                        <onentry>
                            <tf:weakenSquare/>
                        </onentry>
                        <transition tf:id="moved-unlocks" event="moved" target="continuousAuto"
                                    draw:via="300,440" draw:label="490,433 middle"/>
                    </state>
                </state>

                <!-- Whether the device was moved since the last accepted transition. Every accepted transition clears the bit: the
                     camera's rules are answered here a second time, under ids of their own. -->
                <state id="motion" draw:at="540,650" draw:size="1040,240">
                    <initial>
                        <transition tf:id="start-still" target="notMoved" draw:via="300,572"/>
                    </initial>

                    <!-- This motion has just unlocked the camera; it is used up. -->
                    <transition tf:id="motion-used-by-unlock" event="moved" tf:guard="whileUnlockable" cond="In('unlockableLocked')"
                                type="internal" target="notMoved" draw:via="20,680" draw:label="30,673"/>
                    <transition tf:id="motion-remembered" event="moved" type="internal" target="moved"
                                draw:via="1060,680" draw:label="1050,673 end"/>

                    <state id="notMoved" draw:at="300,680" draw:size="150,120"/>

                    <state id="moved" draw:at="800,680" draw:size="150,120">
                        <transition tf:id="motion-cleared" event="viewShown tapped" target="notMoved"
                                    draw:via="550,650" draw:label="550,643 middle"/>
                        <!-- The end of the hold has just used it: lock-elapsed-moved. -->
                        <transition tf:id="motion-used-by-lock" event="lockElapsed" tf:guard="whileForceLocked"
                                    cond="In('autoAndForceLocked')" target="notMoved"
                                    draw:via="550,710" draw:label="550,703 middle"/>
                    </state>
                </state>
            </parallel>
        </scxml>
        """#
}
