// Searches a session for secrets with the rules of secret-rules.ts.

import type { WriteSource } from '@/lib/core/files/types';
import { cut } from '@/lib/core/json/preview';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { asJson } from '@/lib/core/model/nodes';
import { secretsIn } from '@/lib/core/redact/secret-rules';
import { parseBase64 } from '@/lib/messages/base64';
import type { FrameRecord } from '@/lib/messages/records';

interface FoundSecret {
  readonly kind: string;
  /** Position of the event; -1 outside of events, -2 for a whole message. */
  readonly seq: number;
  readonly where: string;
  /** Its beginning and its length: enough to recognize it. */
  readonly shown: string;
}

/** Results; `isCut` if a limit ended the search. */
export interface SecretScan {
  readonly found: readonly FoundSecret[];
  readonly isCut: boolean;
}

const FOUND_MAX = 100;
/** Maximum number of searched UTF-16 units. */
const UNITS_MAX = 16 * 1024 * 1024;
const ID_MAX = 100;

function shownOf(text: string): string {
  const rest = text.length - 4;
  return rest <= 0 ? text : `${text.slice(0, 4)}… (${text.length} characters)`;
}

type SearchedSource = Pick<WriteSource, 'log' | 'batches' | 'annotations'>;

/** Names in the session of the events and streams of a part, by their positions in the part. */
export interface Positions {
  readonly seqs: readonly number[];
  readonly streams: readonly number[];
}

function textOfFrame({ text, b64 = '' }: FrameRecord): string {
  return text ?? new TextDecoder().decode(parseBase64(b64));
}

function* searchedTexts(
  source: SearchedSource,
  positions: Positions | undefined,
): Iterable<Pick<FoundSecret, 'seq' | 'where'> & { readonly text: string }> {
  const log = source.log();
  for (const { url, requestBody = '', initiator = '', index } of log.streams) {
    const stream = positions?.streams[index] ?? index;
    yield { seq: -1, where: `the request of stream ${stream}`, text: `${url}\n${requestBody}\n${initiator}` };
  }
  for (const [seq, text] of source.annotations?.notes ?? [])
    yield { seq, where: `the note of event ${seq}`, text };
  // Frames without an event are exported, too.
  for (const { records } of source.batches()) {
    for (const record of records) {
      if (record.kind === 'navigation') yield { seq: -1, where: 'the address of the page', text: record.url };
      else if (record.kind === 'frame' && record.dir === 'out')
        yield { seq: -1, where: 'a message that the page sent', text: textOfFrame(record) };
      else if (record.kind === 'open' && record.headers !== undefined)
        yield { seq: -1, where: 'the headers of a response', text: JSON.stringify(record.headers) };
    }
  }
  for (let at = 0; at < log.length; at++) {
    const seq = positions?.seqs[at] ?? at;
    yield { seq, where: `event ${seq}`, text: log.textOf(at) };
  }
  // No single event contains a streamed secret as a whole.
  const model = createHistory(modelFold, log).head();
  for (const thread of model.threads) {
    for (const { message, via } of thread.messages) {
      if (via === 'stream')
        yield { seq: -2, where: `message ${cut(message.id, ID_MAX)}`, text: JSON.stringify(asJson(message)) };
    }
  }
}

/** True for a secret found before, with the same kind or as part of another one: a key after the word "password". */
function isKnown(seen: ReadonlyMap<string, string>, kind: string, match: string): boolean {
  if (seen.get(match) === kind) return true;
  return [...seen].some(([text, of]) => of !== kind && (text.includes(match) || match.includes(text)));
}

export function findSecrets(source: SearchedSource, positions?: Positions): SecretScan {
  const found: FoundSecret[] = [];
  const seen = new Map<string, string>();
  let left = UNITS_MAX;
  for (const { text, ...place } of searchedTexts(source, positions)) {
    const looked = text.slice(0, left);
    left -= looked.length;
    for (const { kind, start, end } of secretsIn(looked)) {
      const secret = looked.slice(start, end);
      if (isKnown(seen, kind, secret)) continue;
      if (found.length === FOUND_MAX) return { found, isCut: true };
      seen.set(secret, kind);
      found.push({ ...place, kind, shown: shownOf(secret) });
    }
    if (looked.length < text.length) return { found, isCut: true };
  }
  return { found, isCut: false };
}
