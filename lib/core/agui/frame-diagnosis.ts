// Diagnoses frames that are not events: their likely kind, and the remedy.

import { isEventType, isThinkingType } from '@/lib/core/agui/events';
import { nestsTooDeep, TOO_DEEP } from '@/lib/core/json/depth';
import { isJsonObject, isJsonText, parseJson } from '@/lib/core/json/json';

interface FrameDiagnosis {
  /** A noun phrase, such as "a Python dict". */
  readonly what: string;
  readonly advice: string;
}

/** Number of UTF-16 units that are examined. */
const LOOKED_AT = 20_000;

const EVENT_AS_JSON = 'Send one JSON object with a type in each frame.';

const TEXTS: readonly (readonly [RegExp, string, string])[] = [
  [
    /^\s*$/,
    'an empty frame',
    'Send nothing, or a comment (a line that begins with a colon), to keep the connection alive.',
  ],
  [/^\[DONE\]$/, "the end mark of OpenAI's streams", 'Do not send [DONE]: RUN_FINISHED ends a run.'],
  [
    /^data:/,
    'a line with "data:" in front',
    'Write "data:" once a line in server-sent events (the library may add it), and not at all in NDJSON or messages of a socket.',
  ],
  [/^b'|^b"/, "the repr of Python's bytes", 'Write the bytes themselves, or decode them.'],
  [/^\[object \w+\]$/, 'a JavaScript object turned into a string', 'Send JSON.stringify(event).'],
  [/^map\[/, 'a Go map, as fmt prints it', 'Send the result of json.Marshal.'],
  [/^[{[]\s*['"]?:?\w+['"]?\s*=>/, 'a Ruby or PHP hash', 'Send the event as JSON (to_json, json_encode).'],
  [
    /^\w+\(.*=|^type=<?\w*\.?|^<\w+(?:\.\w+)*(?: object at|:)/s,
    'the repr of a Python object',
    'Send event.model_dump_json(by_alias=True, exclude_none=True), or use the encoder of ag_ui.',
  ],
  [
    /^<(?:!doctype|\?xml|html|head|body|\w+[\s>])/i,
    'a page in HTML or XML',
    'Look for a proxy, a login page or an error handler that answers instead of the agent.',
  ],
  [
    /^[[{]\s*'|[[{,:]\s*(?:True|False|None)\s*[,}\]]/,
    'a Python dict',
    'Send json.dumps(event), or use the encoder of ag_ui, instead of str(event).',
  ],
  [/^\{\s*\w+=/, 'a Java or Kotlin map, as toString prints it', 'Send the event through a JSON library.'],
  [
    /[:[,]\s*-?(?:NaN|Infinity|undefined)\s*[,}\]]|^(?:undefined|NaN)$/,
    'JSON with a value that JSON does not have',
    'Send null, or leave out what is NaN, Infinity or undefined.',
  ],
  [/^\{\s*[A-Za-z_$][\w$]*\s*:/, 'a JavaScript object with bare keys', 'Send JSON.stringify(event).'],
  [
    /\}(?:(?:\\r)?\\n){2}\s*(?:data:|event:|id:|$)/,
    'JSON followed by escaped line feeds',
    'End each event with two line feeds, not with the characters "\\n\\n": do not escape or encode them.',
  ],
  [
    /[}\]]\s*[{[]\s*"/,
    'several JSON texts in one frame',
    'End each event with a blank line: one JSON text per frame.',
  ],
  [/,\s*[}\]]/, 'JSON with a comma too many', EVENT_AS_JSON],
  [
    /^(?:Traceback|\w*(?:Error|Exception)\b|error\b|panic:|fatal\b)/i,
    'the text of an error',
    'Send RUN_ERROR with the text in its message.',
  ],
];

/** Names of members, in lower case, that make an object the body of an error. */
export const ERROR_MEMBERS: readonly string[] = ['error', 'errors', 'detail', 'exception', 'traceback'];

/** The keys on the way to an event inside of an object; undefined if there is none. */
function pathToEvent(value: object, depth = 2): readonly string[] | undefined {
  for (const [key, given] of Object.entries(value)) {
    const inner: unknown = typeof given === 'string' && given.startsWith('{') ? parseJson(given) : given;
    if (!isJsonObject(inner)) continue;
    const { type } = inner;
    if (typeof type === 'string' && (isEventType(type) || isThinkingType(type))) return [key];
    const path = depth > 1 ? pathToEvent(inner, depth - 1) : undefined;
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}

function diagnoseValue(value: unknown, frame: string): FrameDiagnosis | undefined {
  if (typeof value === 'string') {
    const inner = value.trim();
    if (/^[{[]/.test(inner) && isJsonText(inner))
      return {
        what: 'JSON that was encoded twice',
        advice: 'Encode the event once, and send the text as it is.',
      };
    return {
      what: 'a bare string',
      advice: 'Send text as the delta of TEXT_MESSAGE_CONTENT, between TEXT_MESSAGE_START and _END.',
    };
  }
  if (Array.isArray(value)) return { what: 'an array', advice: 'Send each event in a frame of its own.' };
  if (typeof value !== 'object' || value === null)
    return { what: `the bare value ${String(value)}`, advice: EVENT_AS_JSON };
  // An event, which is not read for another reason.
  if ('type' in value && typeof value.type === 'string') return undefined;
  const path = pathToEvent(value);
  if (path !== undefined)
    return {
      what: `an envelope, with the event inside ${JSON.stringify(path.join('.'))}`,
      advice: 'Send the event itself, without an object around it.',
    };
  const keys = Object.keys(value);
  if (keys.some((key) => ERROR_MEMBERS.includes(key.toLowerCase())))
    return {
      what: 'the body of an error',
      advice: 'Send RUN_ERROR with the text in its message, with an HTTP error status.',
    };
  if (keys.includes('choices'))
    return { what: "a chunk of OpenAI's streams", advice: 'Translate it to AG-UI events first.' };
  if ('type' in value) return { what: 'an object whose type is not a string', advice: EVENT_AS_JSON };
  const odd = keys.find((key) => /^(?:event|event_?type|kind|_?type|@type)$/i.test(key));
  const isInField = /^event: ?[A-Z][A-Z_]+\s*$/m.test(frame);
  const advice =
    odd !== undefined
      ? `Its field ${JSON.stringify(odd)} should be "type".`
      : isInField
        ? 'Its type is in the SSE field "event", which clients of AG-UI do not read: add "type" to the JSON.'
        : EVENT_AS_JSON;
  return { what: 'an object without a type', advice };
}

/** `frame` is the payload with its SSE fields. */
export function diagnoseFrame(payload: string, frame = ''): FrameDiagnosis | undefined {
  const text = payload.trim();
  if (text.length <= LOOKED_AT && isJsonText(text)) return diagnoseValue(JSON.parse(text), frame);
  if (nestsTooDeep(text)) return { what: `JSON that ${TOO_DEEP}`, advice: 'Send flatter values.' };
  const start = text.slice(0, LOOKED_AT);
  for (const [pattern, what, advice] of TEXTS) if (pattern.test(start)) return { what, advice };
  if (/^[[{]/.test(start) && text.length <= LOOKED_AT)
    return {
      what: 'JSON that breaks off or is broken',
      advice: 'Send each event as one whole JSON text, on one line.',
    };
  if (/^[^{}[\]"]+$/.test(start))
    return {
      what: 'plain text',
      advice: 'Send text as the delta of TEXT_MESSAGE_CONTENT; errors as RUN_ERROR.',
    };
  return undefined;
}
