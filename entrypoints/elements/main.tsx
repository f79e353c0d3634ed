// The pane in Elements: the events that wrote the text of the selected element. It asks the panel, which has the
// events.
import { render } from 'preact';
import { browser } from 'wxt/browser';
import { type PaneMessage, paneChannel } from './pane-channel';

type Origins = Extract<PaneMessage, { kind: 'origins' }>;

const NOT_OPEN = 'Open the AG-UI panel first. This pane uses its events.';
/** Timeout: an open panel answers sooner, milliseconds. */
const ANSWER_MS = 1_500;

const { inspectedWindow, panels } = browser.devtools;
const channel = paneChannel(inspectedWindow.tabId);
const post = (message: PaneMessage) => channel.postMessage(message);
const container = document.getElementById('app');

function Pane({ origins, shown }: { readonly origins: Origins; readonly shown: number | undefined }) {
  const { text, entries, note } = origins;
  const show = (seq: number) => {
    post({ kind: 'show', seq });
    draw(origins, seq);
  };
  return (
    <main>
      <p class={entries.length === 0 ? 'dim' : ''}>{text}</p>
      <ul>
        {entries.map(({ seq, label, detail }) => (
          <li key={`${seq} ${detail}`}>
            <button type="button" onClick={() => show(seq)}>
              {label} <span class="dim">{detail}</span>
            </button>
          </li>
        ))}
      </ul>
      {note !== undefined && <p class="dim">{note}</p>}
      <p role="status">{shown === undefined ? '' : 'Shown in the AG-UI panel.'}</p>
    </main>
  );
}

function draw(origins: Origins, shown?: number): void {
  if (container !== null) render(<Pane origins={origins} shown={shown} />, container);
}

// Extensions cannot bring their panel to the front: the pane names the panel instead.
let unanswered: ReturnType<typeof setTimeout> | undefined;
let isStale = true;

/** A hidden pane has no size and asks nothing. */
function refresh(): void {
  isStale = innerWidth === 0;
  if (isStale) return;
  clearTimeout(unanswered);
  unanswered = setTimeout(() => draw({ kind: 'origins', text: NOT_OPEN, entries: [] }), ANSWER_MS);
  post({ kind: 'selected' });
}

channel.addEventListener('message', ({ data }: MessageEvent<PaneMessage>) => {
  if (data.kind !== 'origins') return;
  clearTimeout(unanswered);
  draw(data);
});
document.documentElement.dataset['theme'] = panels.themeName === 'dark' ? 'dark' : 'light';
panels.elements.onSelectionChanged.addListener(refresh);
addEventListener('resize', () => {
  if (innerWidth === 0) isStale = true;
  // The cursor may have moved meanwhile.
  else if (isStale) refresh();
});
refresh();
