// Where the page script starts: the taps, and the private way to the bridge.
import { offerChannel } from './handover';
import { installCapture } from './install';

/** Captures the document that the script runs in. */
export function capturePage(): void {
  installCapture(window, offerChannel(window));
}
