// Starts the page script: the taps, and the private channel to the bridge.
import { offerChannel } from './handover';
import { installCapture } from './install';

export function capturePage(): void {
  installCapture(window, offerChannel(window));
}
