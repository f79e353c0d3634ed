// EventSource: every event that the page can get, `message` and each name that it listens for itself.
// Each connection is a stream of its own: after a loss the browser connects again by itself.
import { apply, createNotes, getterOf, listen } from './natives';
import { createPatcher } from './patch';
import type { Emit, PageWindow, Tap, Undo } from './tap';

interface Source {
  /** When the current try to connect began. */
  t: number;
  stream: number | undefined;
  /** True once a failure was recorded and no connection came since: retries are not rows. */
  isFailing: boolean;
  readonly names: Record<string, true>;
  readonly onEvent: (event: Event) => void;
}

const CLOSED = 2;

function install(page: PageWindow, emit: Emit): Undo {
  const patch = createPatcher('event-source', emit);
  const { safely } = patch;
  const proto = page.EventSource.prototype;
  const EventTargetProto = page.EventTarget.prototype;
  const sources = createNotes<Source>();
  const urlOf = getterOf<EventSource, string>(proto, 'url');
  const stateOf = getterOf<EventSource, number>(proto, 'readyState');
  const dataOf = getterOf<Event, unknown>(page.MessageEvent.prototype, 'data');
  const idOf = getterOf<Event, string>(page.MessageEvent.prototype, 'lastEventId');
  const typeOf = getterOf<Event, string>(page.Event.prototype, 'type');

  const open = (made: EventSource, source: Source, headT: number | undefined): number => {
    const stream = emit.open({
      t: source.t,
      transport: 'event-source',
      url: urlOf(made),
      method: 'GET',
      accept: 'text/event-stream',
      headT,
    });
    source.stream = stream;
    return stream;
  };
  const message = (made: EventSource, source: Source, event: Event): void => {
    const data = dataOf(event);
    if (typeof data !== 'string') return;
    const type = typeOf(event);
    emit.frame(source.stream ?? open(made, source, emit.now()), {
      t: emit.now(),
      dir: 'in',
      data,
      event: type === 'message' ? undefined : type,
      lastEventId: idOf(event),
    });
  };
  const lost = (made: EventSource, source: Source): void => {
    const { stream, isFailing } = source;
    const isFinal = stateOf(made) === CLOSED;
    source.isFailing = true;
    source.stream = undefined;
    if (stream === undefined && isFailing) return;
    const how = stream !== undefined && !isFinal ? 'complete' : 'network-error';
    emit.close(
      stream ?? open(made, source, undefined),
      how,
      isFinal ? 'the browser gave up' : 'the browser connects again',
    );
    source.stream = undefined;
    source.t = emit.now();
  };

  patch.observeMade(page, 'EventSource', (object) => {
    const made = object as EventSource;
    const source: Source = {
      t: emit.now(),
      stream: undefined,
      isFailing: false,
      names: Object.create(null),
      onEvent: (event) => {
        safely(() => message(made, source, event));
      },
    };
    source.names['message'] = true;
    sources.set(made, source);
    listen(made, 'open', () => {
      safely(() => {
        source.isFailing = false;
        open(made, source, emit.now());
      });
    });
    listen(made, 'error', () => {
      safely(() => lost(made, source));
    });
    listen(made, 'message', source.onEvent);
  });
  patch.shadow(proto, 'addEventListener', EventTargetProto.addEventListener as never, (_, self, args) => {
    const name = args[0];
    safely(() => {
      const source = sources.get(self);
      if (!source || typeof name !== 'string' || name === 'open' || name === 'error' || source.names[name])
        return;
      source.names[name] = true;
      listen(self as EventSource, name, source.onEvent);
    });
    // Whatever is there now: zone.js and others replace it later, and expect to be called.
    return apply(EventTargetProto.addEventListener, self as EventTarget, args as never);
  });
  patch.observe(proto, 'close', sources.get, (source) => {
    if (source.stream !== undefined) emit.close(source.stream, 'aborted');
    source.stream = undefined;
  });
  return patch.undo;
}

/** Observes EventSource. */
export const eventSourceTap: Tap = { name: 'event-source', install };
