// The look of the square and the sun: the words, and the style and the tree of the overlay's shadow root.

/** Those that are shown, and those for screen readers. */
export const defaultWords = {
    held: "Locked", lock: "AE/AF LOCK", brightness: "Brightness", searching: "Focusing", focused: "In focus", failed: "Could not focus",
    refused: "Cannot focus there", continuous: "Continuous focus",
    // Why it could not focus; a reason without words here is shown as failed.
    tooDark: "Too dark to focus", tooNoisy: "Could not focus", nothingToFocusOn: "Nothing to focus on there",
    shutterClosed: "The camera's shutter is closed",
};

/** The words for a focus that failed. Whatever the reason is called, it is one of the words that there are. */
export const wordsForFailure = (words, reason) => Object.hasOwn(words, reason) ? words[reason] : words.failed;

/** The square appears at 187.5 points and shrinks to 75 at a tap, to 112.5 at the centre; that one fades after two seconds. */
export const style = `
:host { position: absolute !important; left: 0 !important; top: 0 !important; width: 0 !important; height: 0 !important;
    margin: 0 !important; padding: 0 !important; border: 0 !important; display: block !important; z-index: 1;
    transform: none !important; pointer-events: none; font: 600 13px/1 system-ui, sans-serif; color: white;
    -webkit-user-select: none; user-select: none; }
.probe { position: absolute; width: 0; height: 0; left: 0; top: 0; }
.probe.across { left: 1000px; }
.probe.down { top: 1000px; }
[hidden] { display: none !important; }
.place { position: absolute; left: 0; top: 0; width: 0; height: 0; }
.square { position: absolute; box-sizing: border-box; width: 75px; height: 75px; translate: -50% -50%; border: 2px solid currentColor;
    filter: drop-shadow(0 0 2px rgb(0 0 0 / 0.6)); transition: border-width 0.3s; }
.square.large { width: 112.5px; height: 112.5px; animation: shrink 0.5s ease-out, fade 0.5s 2s forwards; }
.square.small { animation: shrink 0.5s ease-out; }
.square.searching { animation: shrink 0.5s ease-out, pulse 0.7s 0.5s ease-in-out infinite; }
.square.weak { border-width: 1px; }
.square.still { animation: none; }
.square.still.searching { animation: pulse 0.7s ease-in-out infinite; }
.square.failed, .refusal { border-style: dashed; }
.refusal { animation: fade 0.5s 1s forwards; }
@keyframes shrink { from { width: 187.5px; height: 187.5px; } }
@keyframes fade { to { opacity: 0; visibility: hidden; } }
@keyframes pulse { 50% { scale: 0.9; opacity: 0.55; } }
.mark { position: absolute; right: -11px; top: -11px; width: 20px; height: 20px; border-radius: 50%; background: rgb(190 30 20);
    color: white; text-align: center; line-height: 20px; }
.words { position: absolute; left: 50%; top: 100%; translate: calc(-50% + var(--aside, 0px)) 8px; white-space: nowrap;
    padding: 3px 6px; border-radius: 4px; background: rgb(0 0 0 / 0.55); }
.words.above { top: 0; translate: calc(-50% + var(--aside, 0px)) calc(-100% - 8px); }
.sun { position: absolute; width: 56px; height: 160px; top: -80px; touch-action: none; pointer-events: auto; cursor: ns-resize;
    filter: drop-shadow(0 0 2px rgb(0 0 0 / 0.6)); transition: opacity 0.3s; outline-offset: 2px; }
.sun.left { translate: -100%; }
.line { position: absolute; left: 50%; top: 0; bottom: 0; width: 2px; translate: -50%; background: currentColor; opacity: 0; }
.sun.dragged .line, .sun:focus-visible .line { opacity: 0.6; }
.disc { position: absolute; left: 50%; top: 50%; width: 44px; height: 44px; margin: -22px; }
.disc rect { pointer-events: all; }
.value { position: absolute; left: calc(50% + 22px); top: 50%; translate: 0 -50%; padding: 3px 5px; border-radius: 4px; white-space: nowrap;
    background: rgb(0 0 0 / 0.55); pointer-events: none; }
.sun.left .value { left: auto; right: calc(50% + 22px); }
.status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: reduce) {
    .square, .sun { transition: none; }
    .square.large { animation: fade 0s 2s forwards; }
    .square.small { animation: none; }
    .square.searching, .square.still.searching { animation: none; border-style: dotted; }
    .refusal { animation: fade 0s 1s forwards; }
}`;

export const content = `
<div class="probe"></div><div class="probe across"></div><div class="probe down"></div>
<div class="place held" hidden>
    <div class="square" part="square">
        <span class="mark" part="mark" hidden>!</span><span class="words" part="words" hidden></span>
    </div>
    <div class="sun" part="sun" role="slider" tabindex="0" aria-orientation="vertical">
        <div class="line" part="sun-line"></div>
        <svg class="disc" part="sun-disc" viewBox="-22 -22 44 44" fill="none" stroke="currentColor" stroke-width="2"
            stroke-linecap="round">
            <rect x="-22" y="-22" width="44" height="44" stroke="none"/><circle r="5"/>
            <path d="M0-9v-3M0 9v3M9 0h3M-9 0h-3M6.4-6.4l2-2M-6.4-6.4l-2-2M6.4 6.4l2 2M-6.4 6.4l-2 2"/>
        </svg>
        <span class="value" part="sun-value" hidden></span>
    </div>
</div>
<div class="place refused" hidden>
    <div class="square refusal" part="refusal"><span class="mark" part="mark">!</span></div>
</div>
<div class="status" part="status" role="status" aria-live="polite"></div>`;
