// EventSource: every event that the page can receive, `message` and each name it listens for. Each connection is a
// stream: browsers reconnect themselves.
import { create, createNotes, forEach, keys, membersOf } from './natives';
import type { Emit, PageWindow, Patcher, Tap, Undo } from './tap';

interface OpenSource {
  /** Listens for one more event name. */
  readonly add: (name: string) => void;
  readonly closed: () => void;
}

const CLOSED = 2;

function tapEventSource(page: PageWindow, emit: Emit, { listenTo, once, observeMade }: Patcher): void {
  const { url, readyState } = membersOf(page.EventSource);
  const { data: dataOf, lastEventId } = membersOf(page.MessageEvent);
  const sources = createNotes<OpenSource>();

  const follow = (begun: number, made: EventSource): void => {
    /** Removes the listener of each name. */
    const names: Record<string, Undo> = create(null);
    /** When the current connection attempt began. */
    let t = begun;
    let stream = 0;
    /** True after a recorded failure until the next connection: retries are not recorded. */
    let isFailing = false;

    const open = (headT?: number): void => {
      stream = emit.open(
        {
          t,
          transport: 'event-source',
          url: url(made),
          method: 'GET',
          accept: 'text/event-stream',
          headT,
        },
        'unsure',
        made,
      );
    };
    const message = (event: MessageEvent, name: string): void => {
      const data: unknown = dataOf(event);
      const at = emit.now();
      if (typeof data !== 'string') return;
      if (!stream) open(at);
      const named = name === 'message' ? undefined : name;
      emit.frame(stream, { t: at, dir: 'in', data, event: named, lastEventId: lastEventId(event) });
      if (emit.wants(stream)) return;
      sources.drop(made);
      forEach(keys(names), (name) => names[name]?.());
    };
    const lost = (): void => {
      const isFinal = readyState(made) === CLOSED;
      const isNew = !stream;
      if (isNew && isFailing) return;
      isFailing = true;
      if (isNew) open();
      emit.close(
        stream,
        isNew || isFinal ? 'network-error' : 'complete',
        isFinal ? 'the browser gave up' : 'the browser reconnects',
      );
      stream = 0;
      t = emit.now();
    };
    const take = (event: Event, name: string): void => {
      if (name === 'error') lost();
      else if (name === 'open') {
        isFailing = false;
        open(emit.now());
      } else message(event as MessageEvent, name);
    };
    const add: OpenSource['add'] = (name) => {
      names[name] ??= listenTo(made, [name], take);
    };
    forEach(['open', 'error', 'message'], add);
    sources.set(made, {
      add,
      closed() {
        if (stream) emit.close(stream, 'aborted');
        stream = 0;
      },
    });
  };

  observeMade(page, 'EventSource', emit.now, follow);
  const { observe } = once(sources.isUsed);
  observe(page.EventTarget.prototype, 'addEventListener', (self, args) => {
    // Before the page's own listener, which may close the source.
    if (typeof args[0] === 'string') sources.get(self)?.add(args[0]);
  });
  observe(page.EventSource.prototype, 'close', sources.get, (source) => source.closed());
}

export const eventSourceTap: Tap = { name: 'event-source', install: tapEventSource };
