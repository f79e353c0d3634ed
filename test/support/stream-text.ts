// A stream of events as text, so that a test reads like the protocol. One event, or one whole message or call, a line;
// ` · ` parts events on one line.
//
//   events(`
//     run r1 · text m1 "Hel" "lo" · tool c1 search {"q":1} · result c1 "found"
//     state {"n":1} · patch /n = 2 · end
//   `)
//
//   run [runId] [on threadId]     RUN_STARTED; ids are r and t where none is named
//   end                           RUN_FINISHED of the newest run
//   error "message" [code]        RUN_ERROR
//   text id ["delta" …]           TEXT_MESSAGE_START, _CONTENT …, _END
//   say id "delta" …              TEXT_MESSAGE_CONTENT …, nothing around it
//   think id ["delta" …]          REASONING_START, a message of the same id, REASONING_END
//   tool id name ["part" … | json]  TOOL_CALL_START, _ARGS …, _END; JSON is sent in one part
//   result callId "content"       TOOL_CALL_RESULT with message id `<callId>-result`
//   state json                    STATE_SNAPSHOT
//   patch /path = json | json     STATE_DELTA: one replace, or the operations themselves
//   messages json                 MESSAGES_SNAPSHOT
//   activity id type json         ACTIVITY_SNAPSHOT
//   step name · done name         STEP_STARTED · STEP_FINISHED
//   custom name [json]            CUSTOM
//   raw json                      RAW
//   TYPE {…}                      any event, with its other fields as JSON

import type { Json, JsonObject } from '@/lib/core/json/json';

type Event = JsonObject & { readonly type: string };

/** The run that is open, for lines that do not name one. */
interface Scope {
  threadId: string;
  runId: string;
}

/** Rest of a line, word by word. */
interface Words {
  /** The next word; `fallback` where there is none. */
  readonly word: (fallback?: string) => string;
  /** The JSON strings that follow. */
  readonly strings: () => readonly string[];
  /** All that is left, as JSON; `fallback` where nothing is. */
  readonly json: (fallback?: Json) => Json;
  /** All that is left, as it is. */
  readonly all: () => string;
  /** The unread rest. */
  readonly rest: () => string;
}

function wordsOf(line: string): Words {
  let rest = line.trim();
  const take = (length: number): string => {
    const taken = rest.slice(0, length);
    rest = rest.slice(length).trimStart();
    return taken;
  };
  return {
    word(fallback) {
      const length = /^[^\s"]+/.exec(rest)?.[0].length ?? 0;
      if (length === 0 && fallback === undefined) throw new Error(`A word is missing at the end of: ${line}`);
      return length === 0 ? (fallback ?? '') : take(length);
    },
    strings() {
      const found: string[] = [];
      for (;;) {
        const quoted = /^"(?:[^"\\]|\\.)*"/.exec(rest)?.[0];
        if (quoted === undefined) return found;
        found.push(String(JSON.parse(take(quoted.length))));
      }
    },
    all: () => take(rest.length),
    json(fallback) {
      if (rest !== '') return JSON.parse(take(rest.length));
      if (fallback === undefined) throw new Error(`JSON is missing at the end of: ${line}`);
      return fallback;
    },
    rest: () => rest,
  };
}

type Verb = (words: Words, scope: Scope) => readonly Event[];

const VERBS: Readonly<Record<string, Verb>> = {
  run(words, scope) {
    const first = words.word('r');
    scope.runId = first === 'on' ? 'r' : first;
    if (first === 'on' || words.word('') === 'on') scope.threadId = words.word();
    return [{ type: 'RUN_STARTED', ...scope }];
  },
  end: (_words, scope) => [{ type: 'RUN_FINISHED', ...scope }],
  error(words) {
    const [message = ''] = words.strings();
    const code = words.word('');
    return [{ type: 'RUN_ERROR', message, ...(code !== '' && { code }) }];
  },
  text(words) {
    const messageId = words.word();
    return [
      { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
      ...words.strings().map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })),
      { type: 'TEXT_MESSAGE_END', messageId },
    ];
  },
  say(words) {
    const messageId = words.word();
    return words.strings().map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta }));
  },
  think(words) {
    const messageId = words.word();
    return [
      { type: 'REASONING_START', messageId },
      { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' },
      ...words.strings().map((delta) => ({ type: 'REASONING_MESSAGE_CONTENT', messageId, delta })),
      { type: 'REASONING_MESSAGE_END', messageId },
      { type: 'REASONING_END', messageId },
    ];
  },
  tool(words) {
    const toolCallId = words.word();
    const toolCallName = words.word();
    const parts = words.strings();
    const json = words.all();
    return [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName },
      ...[...parts, ...(json === '' ? [] : [json])].map((delta) => ({
        type: 'TOOL_CALL_ARGS',
        toolCallId,
        delta,
      })),
      { type: 'TOOL_CALL_END', toolCallId },
    ];
  },
  result(words) {
    const toolCallId = words.word();
    const [content = ''] = words.strings();
    return [{ type: 'TOOL_CALL_RESULT', messageId: `${toolCallId}-result`, toolCallId, content }];
  },
  state: (words) => [{ type: 'STATE_SNAPSHOT', snapshot: words.json() }],
  patch(words) {
    if (!words.rest().startsWith('/')) return [{ type: 'STATE_DELTA', delta: words.json() }];
    const path = words.word();
    if (words.word() !== '=') throw new Error(`patch ${path} needs "= value".`);
    return [{ type: 'STATE_DELTA', delta: [{ op: 'replace', path, value: words.json() }] }];
  },
  messages: (words) => [{ type: 'MESSAGES_SNAPSHOT', messages: words.json() }],
  activity: (words) => [
    { type: 'ACTIVITY_SNAPSHOT', messageId: words.word(), activityType: words.word(), content: words.json() },
  ],
  step: (words) => [{ type: 'STEP_STARTED', stepName: words.word() }],
  done: (words) => [{ type: 'STEP_FINISHED', stepName: words.word() }],
  custom: (words) => [{ type: 'CUSTOM', name: words.word(), value: words.json(null) }],
  raw: (words) => [{ type: 'RAW', event: words.json() }],
};

function eventsOfLine(line: string, scope: Scope): readonly Event[] {
  const words = wordsOf(line);
  const verb = words.word();
  if (/^[A-Z_]+$/.test(verb)) return [{ type: verb, ...(words.json({}) as JsonObject) }];
  const read = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (read === undefined) throw new Error(`'${verb}' means nothing in a stream: ${line}`);
  const events = read(words, scope);
  if (words.rest() !== '') throw new Error(`'${words.rest()}' is too much in: ${line}`);
  return events;
}

/** Events described by a text. */
export function events(text: string): Event[] {
  const scope: Scope = { threadId: 't', runId: 'r' };
  return text
    .split(/\n| · /)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => eventsOfLine(line, scope));
}
