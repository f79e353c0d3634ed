// Every decoder keeps the contract; the 1.0 decoder agrees with the stock client's enforcement.
import { enforceEvents } from '@ag-ui/client';
import type { BaseEvent } from '@ag-ui/core';
import { encode } from '@ag-ui/proto';
import { of } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { enforce } from '@/lib/core/agui/enforce';
import { EVENT_TYPES, isEventType } from '@/lib/core/agui/events';
import { isPlainlyValid } from '@/lib/core/agui/fields';
import { agui00 } from '@/lib/core/decode/ag-ui-0.0';
import { agui10, decodeEvent } from '@/lib/core/decode/ag-ui-1.0';
import { agUiDraft } from '@/lib/core/decode/ag-ui-draft';
import { copilotkitDebug } from '@/lib/core/decode/copilotkit-debug';
import { envelope } from '@/lib/core/decode/envelope';
import { phoenix } from '@/lib/core/decode/phoenix';
import { tanstack } from '@/lib/core/decode/tanstack';
import type { JsonObject } from '@/lib/core/json/json';
import { toBase64 } from '@/lib/messages/base64';
import { decoderContract } from '../../contract/decoder';
import { sampleSize } from '../../support/sample-size';
import { silently } from '../../support/silently';
import { createRandom, type Random } from '../model/random';
import { randomJson, randomPatch, randomStream } from '../model/random-stream';

const event = { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'x' };

describe('ag-ui-1.0', () => void decoderContract(agui10, [{ frame: event, event }]));
describe('ag-ui-0.0', () => {
  const thinking = { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'x' };
  decoderContract(agui00, [{ frame: thinking, event: thinking }]);
});
describe('ag-ui-draft', () => {
  const meta = { type: 'META', metaType: 'm', payload: {} };
  decoderContract(agUiDraft, [{ frame: meta, event: meta }]);
});
describe('tanstack', () => {
  decoderContract(tanstack, [{ frame: { id: 'memory:v1:r:7', chunk: event }, event }]);
});
describe('copilotkit-debug', () => {
  decoderContract(copilotkitDebug, [
    { frame: { timestamp: 1, agentId: 'a', threadId: 't', runId: 'r', event }, event },
  ]);
});
describe('phoenix', () => {
  decoderContract(phoenix, [
    { frame: ['1', null, 'thread:t', 'ag_ui_event', event], event },
    { frame: ['1', '1', 'thread:t', 'phx_reply', { status: 'ok' }] },
  ]);
});
describe('envelope', () => {
  decoderContract(envelope, [
    { frame: { channel: 'agui', seq: 6, payload: event }, event },
    { frame: { jsonrpc: '2.0', method: 'event', params: event }, event },
  ]);
});

function verdictOfStock(candidate: JsonObject): { ok: boolean; value?: unknown } {
  let value: unknown;
  let ok = true;
  of(structuredClone(candidate) as unknown as BaseEvent)
    .pipe(enforceEvents())
    .subscribe({
      next: (kept) => void (value = kept),
      error: () => void (ok = false),
    });
  return { ok, value };
}

/** A valid event with one field made something else, or taken away. */
function damaged(random: Random): JsonObject {
  const stream = randomStream(random.below(500), 30);
  const original = stream[random.below(stream.length)] as Record<string, unknown>;
  const more = ['timestamp', 'metadata', 'subagentRunId', 'name', 'messageId', 'extra'];
  const keys = [...Object.keys(original), ...more];
  const key = random.pick(keys.filter((name) => name !== 'type'));
  const broken = { ...original };
  if (random.chance(0.3)) delete broken[key];
  else
    broken[key] = random.pick([null, 1, 1.5, '', 'x', true, [], {}, randomJson(random), randomPatch(random)]);
  return broken as JsonObject;
}

// Repairs come before enforcement in the client; without these nulls the two verdicts are about the same thing.
function hasRepairedNull(candidate: JsonObject): boolean {
  return ['rawEvent', 'result', 'outcome', 'parentMessageId'].some((key) => candidate[key] === null);
}

test('ag-ui-1.0: the verdict equals that of the stock client, and the fast check accepts nothing invalid', async () => {
  await silently(() => {
    for (let seed = 0; seed < sampleSize(4000); seed++) {
      const candidate = damaged(createRandom(seed));
      const type = String(candidate['type']);
      if (!isEventType(type) || hasRepairedNull(candidate)) continue;
      const theirs = verdictOfStock(candidate);
      const label = `seed ${seed}: ${JSON.stringify(candidate)}`;
      expect(decodeEvent(candidate).problems.length === 0, label).toBe(theirs.ok);
      if (isPlainlyValid(candidate, type)) expect(theirs.ok, label).toBe(true);
      const enforced = enforce(candidate, type);
      if (theirs.ok && enforced.ok) expect(enforced.event, label).toEqual(theirs.value);
    }
  });
});

test('ag-ui-1.0: unknown types are kept with a problem, whatever their names', () => {
  for (const type of ['FOO', 'run_started', '__proto__', 'constructor', 'toString']) {
    const decoded = decodeEvent({ type });
    expect(decoded.type).toBe(type);
    expect(decoded.problems[0]?.code).toBe('unknown-type');
  }
});

test('ag-ui-1.0: protobuf frames give the same events as JSON', () => {
  const decode = agui10.create();
  const seen = new Set<string>();
  for (let seed = 0; seed < 60; seed++) {
    for (const original of randomStream(seed)) {
      const { unknownKey: _unknown, ...rest } = original;
      if (
        decodeEvent(rest).problems.length > 0 ||
        rest['parentMessageId'] === null ||
        rest['outcome'] === null
      )
        continue;
      const data = toBase64(encode(rest as unknown as BaseEvent));
      const decoded = decode({ raw: data, binary: true, data });
      expect(decoded.problems, JSON.stringify(rest)).toEqual([]);
      expect(decoded.type).toBe(rest['type']);
      seen.add(decoded.type);
    }
  }
  expect(seen.size).toBeGreaterThan(EVENT_TYPES.length - 4);
});

test('ag-ui-1.0: a zero-length protobuf frame is described', () => {
  expect(agui10.create()({ raw: '', binary: true, data: '' }).problems[0]?.code).toBe('protobuf');
});

test('ag-ui-0.0: events that 0.0.x tolerated are read', () => {
  const decode = agui00.create();
  const frame = (value: object) => ({ raw: '', binary: false, data: JSON.stringify(value) });
  expect(decode(frame({ ...event, timestamp: 1.5, name: null })).problems).toEqual([]);
  expect(decode(frame({ type: 'CUSTOM', name: 'n' })).problems).toEqual([]);
  expect(decode(frame({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm' })).problems[0]?.code).toBe('shape');
});
