// Written by draw-charts: change StateCharts/settle-then-hold.scxml instead.
extension KeptText {
    static let settleThenHold = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!--
            The way of one component, focus or exposure, from "once at the point" to "held". It always ends, by the deadline at
            the latest, and `continuous` leads back from everywhere.

            tf: names actions, transitions and the timers that may be armed in a state; draw: is for the drawing only.
            The look at what moves (settlePoll) is not disarmed when the search ends: it expires within one interval, and then means
            nothing. Hence the states after the search allow it.
        -->
        <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:tf="urn:tapfocus:chart" xmlns:draw="urn:tapfocus:drawing"
               version="1.0" datamodel="null" name="settle-then-hold" initial="component" draw:size="1080,656">
            <state id="component" draw:at="540,355" draw:size="1040,562">
                <initial>
                    <transition tf:id="start" target="continuous" draw:via="400,150"/>
                </initial>

                <!-- From every state, adjusting included: a new point starts a new search. -->
                <transition tf:id="once" event="once" type="internal" target="adjusting"
                            draw:via="20,400" draw:label="30,393"/>
                <transition tf:id="continuous" event="continuous" type="internal" target="continuous"
                            draw:via="20,150" draw:label="30,143"/>

                <state id="continuous" draw:at="265,150"/>

                <state id="adjusting" tf:timers="settlePoll" draw:at="265,400" draw:size="276,340">
                    <onentry>
                        <tf:watch/>
                        <send event="deadline" delay="2500ms" id="deadline"/>
                    </onentry>
                    <onexit>
                        <cancel sendid="deadline"/>
                    </onexit>
                    <transition tf:id="stable" event="stable" target="converged" draw:label="412,253"/>
                    <transition tf:id="search-failed" event="searchFailed" target="failed"
                                draw:via="480,375" draw:label="412,368"/>
                    <transition tf:id="deadline" event="deadline" target="failed"
                                draw:via="480,425" draw:label="412,418"/>
                    <!-- A camera that lets nothing be watched gets this event instead of the deadline, when it has had the time that it
                         usually needs. -->
                    <transition tf:id="time-given" event="timeGiven" target="assumed" draw:label="412,533"/>
                </state>

                <!-- However the search ended, the component is held where it is. -->
                <state id="ending" tf:timers="settlePoll verification holdCheck" draw:at="650,389" draw:size="200,454">
                    <onentry>
                        <tf:hold/>
                    </onentry>
                    <transition tf:id="hold-written" event="holdWritten" target="held" draw:label="762,313"/>
                    <transition tf:id="hold-refused" event="holdRefused" target="notHeld" draw:label="762,473"/>

                    <state id="converged" draw:at="650,260" draw:size="140,48"/>
                    <state id="failed" draw:at="650,400" draw:size="140,90"/>
                    <state id="assumed" draw:at="650,540" draw:size="140,48"/>
                </state>

                <state id="held" tf:timers="settlePoll verification holdCheck" draw:at="970,320" draw:size="110,48">
                    <!-- Another program has broken the hold, or another exposure compensation is wanted. -->
                    <transition tf:id="hold-anew" event="holdAnew" target="converged"
                                draw:via="970,254" draw:label="762,247"/>
                </state>
                <!-- The camera refused: it goes on as it likes until the next instruction. -->
                <state id="notHeld" tf:timers="settlePoll verification holdCheck" draw:at="970,480" draw:size="110,48"/>
            </state>
        </scxml>
        """#
}
