// Composes a run request as of an event, or as it was recorded, and sends it from the page.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { checkInput } from '@/lib/core/agui/check-input';
import { parseRequestBody, type RequestBody } from '@/lib/core/agui/request';
import { promptIn } from '@/lib/core/agui/request-facts';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import type { Stream } from '@/lib/core/log/types';
import { threadIn } from '@/lib/core/model/queries/blame';
import { openCustomOf } from '@/lib/core/model/queries/interrupts';
import {
  type ComposedInput,
  inputAt,
  inputInNewThread,
  withPrompt,
} from '@/lib/core/model/queries/run-input';
import { parseSentRequest, type SentRequest } from '@/lib/messages/page-rules';
import { RUN_BASES, type RunBase, type RunStart } from '@/lib/panel/choices';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';
import { useWorkspace } from '../app/context';
import { JsonEditor, parseText } from '../page-rules/json-editor';
import { TEXTS } from '../texts';
import { composer as words } from '../texts/composer';
import { Dialog } from '../ui/dialog';
import { AnswerForms, type Asked } from './answer-form';

const newId = (): string => crypto.randomUUID();
const indented = (input: Json): string => JSON.stringify(input, undefined, 2);

interface Composed extends ComposedInput {
  readonly asked?: Asked | undefined;
}

/** The request at the event of `start`, in its thread and in a new one; undefined without an event. */
function composedAt(
  session: Session,
  { seq }: RunStart,
  recorded: JsonObject,
): Readonly<Record<'event' | 'thread', Composed>> | undefined {
  const run = seq === undefined ? undefined : session.summaries.runOf(seq);
  if (seq === undefined || run === undefined) return undefined;
  const model = session.models.at(seq);
  const thread = threadIn(model, run.threadId);
  const open = thread && openCustomOf(model, thread);
  const parts = { run, thread, recorded, newId };
  const asked = open && {
    question: open.entry.message ?? JSON.stringify(open.entry.value),
    value: open.value,
  };
  return {
    event: { ...inputAt({ ...parts, isAsked: open !== undefined }), asked },
    thread: inputInNewThread(parts),
  };
}

function recordedHeaders(stream: Stream | undefined): string {
  const accept = stream === undefined ? 'text/event-stream' : stream.accept;
  return `${accept === undefined ? '' : `accept: ${accept}\n`}content-type: application/json`;
}

function emptyBody(): RequestBody {
  const input = { threadId: newId(), messages: [], state: {}, tools: [], context: [], forwardedProps: {} };
  return { input, withInput: (given) => given };
}

/** Parses a header per line; returns the first invalid line instead. */
function parseHeaders(text: string): { readonly headers: SentRequest['headers']; readonly wrong?: string } {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const [, name, value] = /^\s*([^\s:]+):(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers[name.toLowerCase()] = value.trim();
    else if (line.trim() !== '') return { headers, wrong: line };
  }
  return { headers };
}

interface RequestDraft {
  readonly request?: SentRequest | undefined;
  readonly isValid: boolean;
  readonly text: string;
}

/** The reason why a request cannot be sent. */
function refusalOf(url: string, headers: SentRequest['headers']): string {
  const canSend = (parts: Partial<SentRequest>) =>
    parseSentRequest({ url, headers: {}, body: '', ...parts }) !== undefined;
  if (!canSend({})) return words.badUrl;
  const wrong = Object.entries(headers).find(([name, value]) => !canSend({ headers: { [name]: value } }));
  if (wrong !== undefined) return words.badHeader(wrong.join(': '));
  return canSend({ headers }) ? words.tooLong : words.tooManyHeaders;
}

function draftOf(
  url: string,
  body: RequestBody,
  texts: { readonly input: string; readonly headers: string },
): RequestDraft {
  const read = parseText(texts.input);
  if ('error' in read) return { isValid: false, text: read.error };
  const { value: input } = read;
  if (!isJsonObject(input)) return { isValid: false, text: words.notObject };
  const { headers, wrong } = parseHeaders(texts.headers);
  if (wrong !== undefined) return { isValid: false, text: words.badHeader(wrong) };
  const request = parseSentRequest({ url, headers, body: JSON.stringify(body.withInput(input)) });
  if (request === undefined && url !== '') return { isValid: false, text: refusalOf(url, headers) };
  const [problem, ...more] = checkInput(input);
  if (problem !== undefined)
    return { request, isValid: false, text: words.invalid(problem.pointer, problem.reason, more.length) };
  return { request, isValid: true, text: request === undefined ? words.noUrl : words.valid };
}

function inputIn(text: string): JsonObject | undefined {
  const read = parseText(text);
  return 'value' in read && isJsonObject(read.value) ? read.value : undefined;
}

interface ComposerProps {
  readonly workspace: Workspace;
  readonly start: RunStart;
  readonly body: RequestBody;
}

function Composer({ workspace, start, body }: ComposerProps) {
  const { host, dialog, current } = workspace;
  const { session } = current.value;
  const { stream, seq } = start;
  // Fixed when the dialog opens.
  const composed = useMemo(() => composedAt(session, start, body.input), []);
  const recorded = useMemo(() => ({ ...body.input, runId: newId() }), []);
  const { current: promptId } = useRef(newId());
  const startKey = `${stream?.key} ${seq}`;
  const { runDrafts } = session.choices;
  const before = runDrafts.get(startKey);
  const [base, setBase] = useState<RunBase>(before?.base ?? (composed === undefined ? 'request' : 'event'));
  const [text, setText] = useState(() => before?.text ?? indented(composed?.event.input ?? recorded));
  const [headers, setHeaders] = useState(() => before?.headers ?? recordedHeaders(stream));
  const [url, setUrl] = useState(before?.url ?? stream?.url ?? '');
  /** Texts of the other bases, as the user left them. */
  const { current: textByBase } = useRef(new Map<RunBase, string>());
  const close = () => (dialog.value = undefined);
  const discard = () => {
    runDrafts.delete(startKey);
    close();
  };
  const keep = () => {
    runDrafts.set(startKey, { base, text, headers, url });
    close();
  };
  const input = inputIn(text);
  const inputOf = (of: RunBase): JsonObject =>
    of === 'request' || composed === undefined ? recorded : composed[of].input;
  const draft = draftOf(url, body, { input: text, headers });
  const isBusy = host.pageRules?.sending.value !== undefined;
  const { request } = draft;
  const title = stream === undefined ? TEXTS.runFrom.titleToUrl : TEXTS.runFrom.title;
  return (
    <Dialog label={title} class="held run-from" onClose={keep}>
      <h2>{title}</h2>
      <p class="dim">
        {stream === undefined ? words.introNew : words.intro(stream.url)}
        {composed !== undefined && ` ${words.apart}`}
      </p>
      {stream === undefined && (
        <label class="run-from-field">
          <span>{words.url}</span>
          <input
            type="text"
            autofocus
            placeholder={words.urlHint}
            value={url}
            onInput={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        </label>
      )}
      {composed !== undefined && seq !== undefined && (
        <label class="run-from-field">
          <span>{words.start}</span>
          <select
            value={base}
            onChange={({ currentTarget }) => {
              const next = RUN_BASES.find((each) => each === currentTarget.value) ?? 'event';
              const prompt = input && promptIn(input);
              const earlier = textByBase.get(next);
              const fresh = inputIn(earlier ?? '') ?? inputOf(next);
              textByBase.set(base, text);
              setBase(next);
              // Keeps a prompt that the user has typed.
              const isTyped = prompt !== undefined && prompt !== promptIn(inputOf(base));
              setText(isTyped ? indented(withPrompt(fresh, prompt, promptId)) : (earlier ?? indented(fresh)));
            }}
          >
            {RUN_BASES.map((each) => (
              <option key={each} value={each}>
                {words.starts[each](seq)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="run-from-field">
        <span>{words.prompt}</span>
        <input
          type="text"
          autofocus={stream !== undefined}
          placeholder={words.promptHint}
          disabled={input === undefined}
          value={(input && promptIn(input)) ?? ''}
          onInput={({ currentTarget }) => {
            if (input !== undefined) setText(indented(withPrompt(input, currentTarget.value, promptId)));
          }}
        />
      </label>
      {base !== 'request' && composed !== undefined && input !== undefined && (
        <AnswerForms
          asked={composed[base].asked}
          interrupts={composed[base].interrupts}
          openCalls={composed[base].openCalls}
          input={input}
          onInput={(next) => setText(indented(next))}
        />
      )}
      <JsonEditor id="run-check" label={words.input} text={text} check={draft} onText={setText} />
      <label class="run-from-field">
        <span>{words.headers}</span>
        <textarea
          rows={2}
          spellcheck={false}
          value={headers}
          onInput={({ currentTarget }) => setHeaders(currentTarget.value)}
        />
      </label>
      <p class="dim">{words.notSent}</p>
      {isBusy && <p class="error">{words.busy}</p>}
      <div class="dialog-buttons">
        <button type="button" onClick={discard}>
          {TEXTS.cancel}
        </button>
        <button
          type="button"
          class="primary"
          disabled={request === undefined || isBusy}
          onClick={() => {
            if (request !== undefined) host.pageRules?.send(stream?.frameId ?? 0, request);
            session.cursor.goLive();
            discard();
          }}
        >
          {request === undefined || draft.isValid ? words.send : words.sendInvalid}
        </button>
      </div>
    </Dialog>
  );
}

export function RunDialog() {
  const workspace = useWorkspace();
  const { current: start } = useRef(workspace.current.value.session.choices.runStart.value);
  const body = useMemo(
    () => (start?.stream === undefined ? emptyBody() : parseRequestBody(start.stream.requestBody ?? '')),
    [],
  );
  const isNone = start === undefined || body === undefined;
  // While a dialog is open, the panel behind it takes no keys.
  useEffect(() => {
    if (isNone) workspace.dialog.value = undefined;
  }, []);
  return isNone ? null : <Composer workspace={workspace} start={start} body={body} />;
}
