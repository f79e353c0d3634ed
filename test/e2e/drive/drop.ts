// Dropping a file on the panel.
import type { Tab } from './browser';

/** A recording cut in the middle of a line: the unreadable part is reported before the file is opened. */
export const CUT_RECORDING = `{"format":"ag-ui-lens","version":1}
${JSON.stringify({
  doc: 'd',
  frame: 0,
  n: 0,
  records: [
    { kind: 'open', t: 0, stream: 1, transport: 'fetch', url: 'http://a/', method: 'POST' },
    {
      kind: 'chunk',
      t: 1,
      stream: 1,
      text: 'data: {"ty\n\ndata: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n',
    },
  ],
})}
{"doc":`;

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
