// Random damage to bodies: what servers and proxies do to lines and bytes, and what is no stream at all.
import type { Random } from '../model/random';

/** A body with the headers of its response. */
export interface RawBody {
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  readonly status?: number;
}

// Stands for an id of its own: a client that was cleared ignores those that it had.
const EVENT = '{"type":"TEXT_MESSAGE_CONTENT","messageId":"{id}","delta":"+"}';
const ODD_LINES = [
  ': ping\n\n',
  ': ping\r\n\r\n',
  ': ping\n',
  'hello\n\n',
  'hello\n',
  'data\n\n',
  'data:\n\n',
  'data: null\n\n',
  'data: 3\n',
  'data: []\n\n',
  `data: [${EVENT}]\n\n`,
  `data: {"event":${EVENT}}\n\n`,
  `data: {"id":"e1","chunk":${EVENT}}\n\n`,
  `data: {"jsonrpc":"2.0","method":"x","params":{"event":${EVENT}}}\n\n`,
  `${EVENT}\n\n`,
  `${EVENT}\n`,
  `${EVENT}\r\n`,
  'event: message\n',
  'event\n',
  'retry: 100\n',
  'id: 2\n',
  'id: 2\n\n',
  'id\n',
  '\ufeff',
  '\r',
  '\n',
  '\r\n',
  ' \t\n\n',
  'data: [DONE]\n\n',
  '[DONE]\n',
];

const PAGES: readonly (readonly [string, string])[] = [
  ['text/html', '<!doctype html>\n<html><body>Login</body></html>\n'],
  ['text/html', '<html></html>'],
  ['text/plain', 'Service unavailable'],
  ['text/plain', ''],
  ['application/json', '{"error":"no"}'],
  ['application/json', '{"error":"no"}\n'],
  ['application/json', '{\n  "error": "no"\n}'],
  ['application/json', EVENT],
  ['application/json', `${EVENT}\n`],
  ['text/event-stream', '{"error":"no"}'],
  ['text/event-stream', 'upstream connect error\n'],
];

type Damage = (frames: string[], random: Random) => void;

function change(frames: string[], random: Random, to: (frame: string) => string): void {
  const at = random.below(Math.max(1, frames.length));
  const frame = frames[at];
  if (frame !== undefined) frames[at] = to(frame);
}

/** In one frame, or in all. */
function changeSome(frames: string[], random: Random, to: (frame: string) => string): void {
  if (random.chance(0.5)) change(frames, random, to);
  else for (const [at, frame] of frames.entries()) frames[at] = to(frame);
}

const DAMAGES: readonly Damage[] = [
  (frames, random) => changeSome(frames, random, (frame) => frame.replaceAll('\n', '\r\n')),
  (frames, random) => changeSome(frames, random, (frame) => frame.replaceAll('\n', '\r')),
  (frames, random) => changeSome(frames, random, (frame) => frame.replace(/\n\n$/, '\n')),
  (frames, random) => changeSome(frames, random, (frame) => frame.replace(/^data: /m, 'data:')),
  (frames, random) => changeSome(frames, random, (frame) => frame.replace(/^data: (?=\{)/m, '')),
  (frames, random) => change(frames, random, (frame) => frame.replace(/^data: /m, ' data: ')),
  (frames, random) => change(frames, random, (frame) => frame.slice(0, random.below(frame.length))),
  (frames, random) => change(frames, random, (frame) => frame.replace('}\n', '\n')),
  (frames, random) => change(frames, random, (frame) => frame.replace(',', ',\ndata: ')),
  (frames, random) => change(frames, random, (frame) => `${frame}${random.pick(ODD_LINES)}`),
  (frames, random) => change(frames, random, (frame) => `${random.pick(ODD_LINES)}${frame}`),
  (frames, random) => void frames.unshift(random.pick(ODD_LINES)),
  (frames, random) => void frames.push(random.pick([...ODD_LINES, 'Internal Server Error', 'data: {"ty'])),
];

/** A body of frames, damaged a few times over; now and then another answer. */
export function damagedBody(frames: readonly string[], random: Random): RawBody {
  const id = `odd-${random.below(1e9)}`;
  const encoded = (text: string) => new TextEncoder().encode(text.replaceAll('{id}', id));
  if (random.chance(0.08)) {
    const [contentType, page] = random.pick(PAGES);
    const status = random.chance(0.3) ? random.pick([401, 404, 500]) : 200;
    return { bytes: encoded(page), contentType, status };
  }
  const damaged = [...frames];
  for (let count = 1 + random.below(3); count > 0; count--) random.pick(DAMAGES)(damaged, random);
  const bytes = encoded(damaged.join(''));
  return { bytes: random.chance(0.3) ? bytes.subarray(0, random.below(bytes.length + 1)) : bytes };
}

/** Frames that end as the standard allows and few servers end them. */
export function withOtherLineEnds(frames: readonly string[], random: Random): string[] {
  const ends = ['\n\n', '\r\n\r\n', '\r\r', '\n\r\n', '\r\n\n'];
  const share = random.pick([0.1, 0.5, 1]);
  return frames.map((frame) => (random.chance(share) ? frame.slice(0, -2) + random.pick(ends) : frame));
}

/** Bytes in reads that end anywhere. */
export function byteReads(bytes: Uint8Array, random: Random, sizes = [8, 60, 300, 2000]): Uint8Array[] {
  const reads: Uint8Array[] = [];
  const size = random.pick(sizes);
  for (let at = 0; at < bytes.length; ) {
    const to = at + 1 + random.below(size);
    reads.push(bytes.subarray(at, to));
    at = to;
  }
  return reads;
}
