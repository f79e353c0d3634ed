// Every dialect on its own fixtures: it is chosen there and nowhere else, gives the expected events and model, the
// same for any split of the bytes and when decoded again, and is judged only where it is AG-UI.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BaseEvent } from '@ag-ui/core';
import { encode } from '@ag-ui/proto';
import { describe, expect, test } from 'vitest';
import { decoders } from '@/lib/core/decode/decoders';
import { message } from '@/lib/core/decode/message';
import { sse } from '@/lib/core/decode/sse';
import type { Decoder, Frame, Translator } from '@/lib/core/decode/types';
import { createLog, type Log, type LogOptions } from '@/lib/core/log/log';
import { dialectNames } from '@/lib/core/log/stream-reader';
import { toBase64 } from '@/lib/messages/base64';
import type { CapturedRecord } from '@/lib/messages/records';
import { confidenceIn, decoderProperties, translatorProperties } from '../../contract/decoder';
import { socketMessages } from '../../support/fixture-records';
import { expectGolden } from '../../support/golden';
import { findingsOf, logOfRecords, modelOf } from '../../support/logs';
import { play } from '../../support/played';
import { createRandom } from '../model/random';

const FOLDER = join(import.meta.dirname, '../../fixtures/decode');
const ALL: readonly (Decoder | Translator)[] = decoders;

interface Case {
  readonly dialect: string;
  readonly file: string;
  readonly text: string;
}

const CASES: readonly Case[] = readdirSync(FOLDER).flatMap((dialect) =>
  readdirSync(join(FOLDER, dialect))
    .filter((file) => !file.endsWith('.json'))
    .map((file) => ({ dialect, file, text: readFileSync(join(FOLDER, dialect, file), 'utf8') })),
);

function recordsOf({ file, text }: Case, split: (text: string) => readonly string[]): CapturedRecord[] {
  const isSocket = file.endsWith('.socket');
  const head = { kind: 'open', t: 0, stream: 1, url: 'https://agent.example/run' } as const;
  const close = { kind: 'close', t: 9, stream: 1, how: 'complete' } as const;
  if (isSocket) {
    const frames = socketMessages(text).map(
      (single): CapturedRecord => ({ kind: 'frame', t: 1, stream: 1, ...single }),
    );
    return [{ ...head, transport: 'web-socket', method: '' }, ...frames, close];
  }
  const headers = { 'content-type': 'text/event-stream' };
  const chunks = split(text).map((part): CapturedRecord => ({ kind: 'chunk', t: 1, stream: 1, text: part }));
  return [{ ...head, transport: 'fetch', method: 'POST', status: 200, headers }, ...chunks, close];
}

function logOf(single: Case, split = (text: string): readonly string[] => [text], options?: LogOptions): Log {
  return logOfRecords(recordsOf(single, split), options);
}

function eventsIn(log: Log, length = log.length): object[] {
  return Array.from({ length }, (_none, seq) => {
    const { type, event, problems, isUnjudged } = log.at(seq) ?? { type: 'lost', problems: [] };
    return {
      type,
      ...(event !== undefined && { event }),
      ...(problems.length > 0 && { problems: problems.map((problem) => problem.message) }),
      ...(isUnjudged === true && { isUnjudged }),
    };
  });
}

function resultOf(log: Log) {
  const model = modelOf(log);
  return {
    dialect: log.streams[0]?.dialect,
    events: eventsIn(log),
    threads: [...model.threads].map(({ threadId, messages, state, interrupts }) => ({
      ...{ threadId, state, interrupts },
      messages: [...messages].map((entry) => entry.message),
    })),
    runs: [...model.runs].map(({ runId, status }) => ({ runId, status })),
    toolCalls: [...model.toolCalls].map(({ id, name, args, result }) => ({ id, name, args, result })),
  };
}

function pieces(text: string, seed: number): string[] {
  const random = createRandom(seed);
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 1 + random.below(seed % 2 === 0 ? 5 : 200);
    parts.push(text.slice(at, at + length));
    at += length;
  }
  return parts;
}

describe.each(CASES)('$dialect/$file', (single) => {
  test('gives the expected events and model', () => {
    const path = join(FOLDER, single.dialect, `${single.file}.expected.json`);
    const result = resultOf(logOf(single));
    expectGolden(path, result);
    expect(result.dialect).toBe(single.dialect);
  });

  test('gives the same for any split', () => {
    const whole = eventsIn(logOf(single));
    for (let seed = 0; seed < 20; seed++) {
      expect(eventsIn(logOf(single, (text) => pieces(text, seed)))).toEqual(whole);
    }
  });

  test('gives the same when it is decoded again', () => {
    const log = logOf(single);
    const { length } = log;
    const known = eventsIn(log);
    const filler = 'data: {"type":"TEXT_MESSAGE_END","messageId":"m"}\n\n'.repeat(1100);
    log.append({
      doc: 'd',
      frameId: 0,
      records: recordsOf({ ...single, file: 'x.sse', text: filler }, (t) => [t]),
    });
    expect(eventsIn(log, length)).toEqual(known);
  });

  test('gives findings only if it is AG-UI', () => {
    const log = logOf(single);
    const isUnjudged = ALL.find(({ dialect }) => dialect === single.dialect)?.judged === false;
    expect(log.streams[0]?.isUnjudged === true).toBe(isUnjudged);
    if (isUnjudged) expect(findingsOf(log)).toEqual([]);
  });

  test('can be chosen by name', () => {
    const forced = logOf(single, undefined, { dialect: () => single.dialect });
    const [chosen, given] = [resultOf(logOf(single)), resultOf(forced)];
    expect(given).toMatchObject({ threads: chosen.threads, toolCalls: chosen.toolCalls });
  });
});

function framesOf({ file, text }: Case): readonly Frame[] {
  if (!file.endsWith('.socket')) return sse.create().push(text);
  return socketMessages(text)
    .filter(({ dir }) => dir === 'in')
    .flatMap((single) => message.create().push(single.text));
}

describe.each(ALL)('$dialect', (decoder) => {
  const own = CASES.filter(({ dialect }) => dialect === decoder.dialect);
  test('has fixtures', () => expect(own.length).toBeGreaterThan(0));
  if ('create' in decoder) decoderProperties(decoder);
  else translatorProperties(decoder, own.flatMap(framesOf));

  test('has less confidence in other dialects’ fixtures than these do', () => {
    for (const single of CASES.filter(({ dialect }) => dialect !== decoder.dialect)) {
      const theirs = ALL.find(({ dialect }) => dialect === single.dialect);
      const [frame] = framesOf(single).filter(
        (frame) => theirs !== undefined && confidenceIn(theirs, frame) > 0.5,
      );
      if (frame === undefined || theirs === undefined)
        throw new Error(`${single.file} has no frame of its own`);
      expect(confidenceIn(decoder, frame), `${single.dialect}/${single.file}`).toBeLessThan(
        confidenceIn(theirs, frame),
      );
    }
  });
});

test('a chosen dialect that does not fit is reported; an unknown one is ignored', () => {
  const [single] = CASES.filter(({ dialect }) => dialect === 'ag-ui-1.0');
  if (single === undefined) throw new Error('No case');
  const forced = logOf(single, undefined, { dialect: () => 'hector' });
  expect(forced.at(0)?.problems[0]?.code).toBe('dialect');
  expect(forced.streams[0]?.dialect).toBe('hector');
  expect(logOf(single, undefined, { dialect: () => 'nobody' }).streams[0]?.dialect).toBe('ag-ui-1.0');
  expect(dialectNames()).toContain('hector');
});

test('a response that contains an event is not an event', () => {
  const raw = ['{"stopped":true,"interrupt":{"type":"RUN_ERROR","message":"m"}}'];
  expect(play({ url: 'https://agent.example/stop/t', type: 'application/json', raw }).length).toBe(0);
});

test('a broken event does not make AG-UI another protocol', () => {
  const bodies = [
    '{"type":"RUN_STARTED","threadId":"t","runId":"r"}',
    '{"type":"TOOL_CALL_RESULT","toolCallId":"c","content":"x"}',
    '{"type":"error"}',
    '{"type":"text-delta","id":"1","delta":"x"}',
    '{"task":{"id":"t","contextId":"c","status":{}}}',
  ];
  const text = bodies.map((body) => `data: ${body}\n\n`).join('');
  const log = logOf({ dialect: 'ag-ui-1.0', file: 'x.sse', text });
  expect(log.streams[0]?.dialect).toBe('ag-ui-1.0');
  expect([1, 2, 3, 4].map((seq) => log.hasProblems(seq))).toEqual([true, true, true, true]);
});

test('a whole protobuf message in a binary frame needs no prefix, and UTF-8 is JSON', () => {
  const event = { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Grüße' };
  const json = toBase64(new TextEncoder().encode(JSON.stringify(event)));
  const proto = toBase64(encode(event as BaseEvent));
  const log = createLog();
  const head = { kind: 'open', t: 0, stream: 1, url: 'wss://agent.example/', method: '' } as const;
  const frames = [json, proto].map(
    (b64): CapturedRecord => ({ kind: 'frame', t: 1, stream: 1, dir: 'in', b64 }),
  );
  log.append({ doc: 'd', frameId: 0, records: [{ ...head, transport: 'web-socket' }, ...frames] });
  expect(log.at(0)?.event).toEqual(event);
  expect(log.at(1)?.event).toMatchObject(event);
});

test('event names of an EventSource are kept', () => {
  const log = createLog();
  const head = { kind: 'open', t: 0, stream: 1, url: 'https://agent.example/', method: 'GET' } as const;
  const frame = { kind: 'frame', t: 1, stream: 1, dir: 'in' } as const;
  const records: CapturedRecord[] = [
    { ...head, transport: 'event-source' },
    { ...frame, event: 'metadata', text: '{"run_id":"r"}' },
    ...Array.from({ length: 1100 }, () => ({ ...frame, event: 'values', text: '{"n":1}' })),
  ];
  log.append({ doc: 'd', frameId: 0, records });
  expect(log.streams[0]?.dialect).toBe('langgraph-platform');
  expect([0, 1].map((seq) => log.at(seq)?.type)).toEqual(['metadata', 'values']);
});
