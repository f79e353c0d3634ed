// Dropping a file on the panel.
import { cutRecording } from '../../support/exported';
import { STARTED, sse } from '../../support/logs';
import type { Tab } from './browser';

export const CUT_RECORDING = cutRecording(sse(STARTED));

/** Drops a file on the panel. */
export async function dropFile(
  tab: Pick<Tab, 'evaluate'>,
  name: string,
  bytes: Uint8Array | string,
): Promise<void> {
  await tab.evaluate(
    (fileName, base64) => {
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName));
      const dropped = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('.app')?.dispatchEvent(dropped);
    },
    name,
    Buffer.from(bytes).toString('base64'),
  );
}
