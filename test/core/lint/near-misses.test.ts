// Correct streams, as similar as possible to one that fires a rule: the rule is silent.
import { expect, test } from 'vitest';
import { CLIENT_1_0, type Profile, SPEC, TANSTACK, UNKNOWN } from '@/lib/core/consumers/profile';
import { createLintFold } from '@/lib/core/lint/lint';
import type { CapturedRecord } from '@/lib/messages/records';
import { findingsOf, logOf, logOfRecords, sseRecords, sseTexts } from '../../support/logs';
import { events } from '../../support/stream-text';

const ASK = '{"type":"interrupt","interrupts":[{"id":"i","reason":"ask"}]}';

const CORRECT: readonly (readonly [rule: string, what: string, text: string])[] = [
  ['run-error', 'a run that says nothing of errors', 'run · text m "Error: none" · end'],
  [
    'protocol-version',
    'its own version',
    'RUN_STARTED {"threadId":"t","runId":"r","protocolVersion":"1.0"} · end',
  ],
  [
    'protocol-version',
    'an older one',
    'RUN_STARTED {"threadId":"t","runId":"r","protocolVersion":"0.9"} · end',
  ],
  [
    'activity-replaces-message',
    'an activity that leaves what is there',
    'run · text m "Hello." · ACTIVITY_SNAPSHOT {"messageId":"m","activityType":"A","content":{},"replace":false} · end',
  ],
  [
    'activity-replaces-message',
    'an activity that is renewed',
    'run · activity a A {"n":1} · activity a A {"n":2} · end',
  ],
  [
    'snapshot-drops-extras',
    'a snapshot without activities',
    'run · activity a A {} · text m "Hi." · messages [{"id":"m","role":"assistant","content":"Hi."}] · end',
  ],
  [
    'snapshot-drops-extras',
    'one that owns the type on purpose',
    `run · activity a A {} · activity b A {}
     MESSAGES_SNAPSHOT {"messages":[{"id":"b","role":"activity","activityType":"A","content":{}}],"metadata":{"@ag-ui/client":{"authoritativeActivityTypes":["A"]}}}
     end`,
  ],
  [
    'result-id-taken',
    'results of two calls',
    'run · tool c f {} · tool d f {} · result c "one" · result d "one" · end',
  ],
  [
    'result-id-taken',
    'a result twice, which another rule reports',
    'run · tool c f {} · result c "x" · result c "x" · end',
  ],
  [
    'text-repeated',
    'a short answer given twice',
    'run · text m "OK." · tool c f {} · result c "x" · text n "OK." · end',
  ],
  ['text-repeated', 'two messages without text', 'run · text m · text n · end'],
  [
    'text-repeated',
    'the answer of an earlier run',
    'run · text m "The weather is fine today." · end\nrun r2 · text n "The weather is fine today." · end',
  ],
  [
    'text-repeated',
    'thoughts that become the answer',
    'run · think q "The weather is fine today." · text m "The weather is fine today." · end',
  ],
  [
    'text-repeated',
    'the same narration before two calls',
    'run · text m "Searching the archive now..." · tool c f {"y":1} · result c "none" · text n "Searching the archive now..." · tool d f {"y":2} · result d "one" · end',
  ],
  [
    'text-repeated',
    'the same narration before a call and before an interrupt',
    `run · text m "Searching the archive now..." · tool c f {} · result c "none" · text n "Searching the archive now..." · RUN_FINISHED {"threadId":"t","runId":"r","outcome":${ASK}}`,
  ],
  [
    'interrupt-cleared',
    'a missing request, which may have the answer',
    `run · RUN_FINISHED {"threadId":"t","runId":"r","outcome":${ASK}}
     run r2 · text m "Thanks." · end`,
  ],
  [
    'interrupt-cleared',
    'an interrupt that the next run repeats',
    `run · RUN_FINISHED {"threadId":"t","runId":"r","outcome":${ASK}}
     run r2 · RUN_FINISHED {"threadId":"t","runId":"r2","outcome":${ASK}}`,
  ],
  [
    'interrupt-cleared',
    'an answer in the start of the next run',
    `run · RUN_FINISHED {"threadId":"t","runId":"r","outcome":${ASK}}
     RUN_STARTED {"threadId":"t","runId":"r2","input":{"threadId":"t","runId":"r2","messages":[],"tools":[],"context":[],"resume":[{"interruptId":"i","status":"resolved"}]}} · RUN_FINISHED {"threadId":"t","runId":"r2"}`,
  ],
  ['state-encoded-twice', 'a state that is a text', 'run · state "{draft}" · state "[1] see below" · end'],
  ['state-encoded-twice', 'an empty list in a text', 'run · state "[]" · end'],
  ['state-encoded-twice', 'JSON after a text', 'run · state "Draft" · state "{\\"title\\":\\"x\\"}" · end'],
  [
    'state-encoded-twice',
    'a text in the request',
    'RUN_STARTED {"threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","state":"x","messages":[],"tools":[],"context":[]}} · state "{\\"title\\":\\"x\\"}" · end',
  ],
  ['state-encoded-twice', 'JSON within the state', 'run · state {"raw":"{}"} · end'],
  ['deltas-repeated', 'a token that repeats', 'run · text m "ha" "ha" "ha" "ha" "!" "!" "." · end'],
  ['deltas-repeated', 'a rule of dashes', 'run · text m "----------" "----------" · end'],
  ['deltas-repeated', 'two pairs and more', 'run · text m "\\n" "\\n" "-" "-" " one" " two" · end'],
  ['run-aborted', 'a run that ends', 'run · text m "Hello." · end'],
];

test.each(CORRECT)('%s gives no finding: %s', (rule, _what, text) => {
  const findings = findingsOf(logOf(events(text)), createLintFold(CLIENT_1_0));
  expect(findings.filter((finding) => finding.rule === rule)).toEqual([]);
});

const FIRES: typeof CORRECT = [
  [
    'text-repeated',
    'an answer in two steps',
    'run · step agent · text m "The weather is fine today." · done agent · step respond · text n "The weather is fine today." · done respond · end',
  ],
  [
    'text-repeated',
    'the answer after a call',
    'run · text m "The weather is fine today." · tool c f {} · result c "ok" · text n "The weather is fine today." · end',
  ],
  [
    'text-repeated',
    'the answer after a call, in chunks',
    'run · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"The weather is fine today."} · tool c f {} · result c "ok" · TEXT_MESSAGE_CHUNK {"messageId":"n","delta":"The weather is fine today."} · end',
  ],
  [
    'interrupt-cleared',
    'a request without an answer',
    `run · RUN_FINISHED {"threadId":"t","runId":"r","outcome":${ASK}}
     RUN_STARTED {"threadId":"t","runId":"r2","input":{"threadId":"t","runId":"r2","messages":[],"tools":[],"context":[]}} · RUN_FINISHED {"threadId":"t","runId":"r2"}`,
  ],
  ['state-encoded-twice', 'a list of objects', 'run · state "[{\\"n\\":1}]" · end'],
  [
    'text-repeated',
    'chunks until the end',
    'run · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"Fine"} · TEXT_MESSAGE_CHUNK {"messageId":"n","delta":"Fine"} · end',
  ],
  [
    'text-repeated',
    'the text of a step after it',
    'run · step a · text m "The plan is ready for review." · done a · text n "The plan is ready for review." · end',
  ],
  [
    'text-repeated',
    'a call without a result between',
    'run · text m "Searching the archive now..." · tool c f {} · text n "Searching the archive now..." · end',
  ],
  [
    'deltas-repeated',
    'the whole text once more',
    'run · text m "The weather " "is fine. " "The weather " "is fine. " · end',
  ],
  ['deltas-repeated', 'arguments', 'run · tool c f "{\\"a\\"" "{\\"a\\"" ":1}" ":1}" · end'],
  [
    'deltas-repeated',
    'chunks',
    'run · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"a"} · TEXT_MESSAGE_CHUNK {"delta":"a"} · TEXT_MESSAGE_CHUNK {"delta":"b"} · TEXT_MESSAGE_CHUNK {"delta":"b"} · TEXT_MESSAGE_CHUNK {"delta":"c"} · TEXT_MESSAGE_CHUNK {"delta":"c"} · TEXT_MESSAGE_CHUNK {"delta":"d"} · TEXT_MESSAGE_CHUNK {"delta":"d"} · end',
  ],
  ['state-encoded-twice', 'a list', 'run · state " [1, 2]" · end'],
  [
    'protocol-version',
    'no version at all',
    'RUN_STARTED {"threadId":"t","runId":"r","protocolVersion":"banana"} · end',
  ],
  [
    'result-id-taken',
    'the id of a text',
    'run · text m "Hi." · tool c f {} · TOOL_CALL_RESULT {"messageId":"m","toolCallId":"c","content":"x"} · end',
  ],
  [
    'snapshot-drops-extras',
    'reasoning',
    'run · think q "Hm." · think p "So." · messages [{"id":"p","role":"reasoning","content":"So."}] · end',
  ],
  ['run-error', 'after the end of a run', 'run · end · error "too late"'],
];

test.each(FIRES)('%s gives a finding: %s', (rule, _what, text) => {
  const findings = findingsOf(logOf(events(text)), createLintFold(CLIENT_1_0));
  expect(findings.map((finding) => finding.rule)).toContain(rule);
});

test('two interrupts with one id are an error by the specification', () => {
  const ask = '{"id":"i","reason":"ask"}';
  const twice = `run · RUN_FINISHED {"threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[${ask},${ask}]}}`;
  const severityBy = (profile: Profile) =>
    findingsOf(logOf(events(twice)), createLintFold(profile)).map(({ rule, severity }) => [rule, severity]);
  expect(severityBy(SPEC)).toEqual([['interrupt-duplicate-ids', 'error']]);
  expect(severityBy(CLIENT_1_0)).toEqual([['interrupt-duplicate-ids', 'warning']]);
});

test('findings about an unknown client name the stock client and are milder', () => {
  const lost = 'run · text m "Hello." · activity m PLAN {} · end';
  const by = (readers: Profile) => findingsOf(logOf(events(lost)), createLintFold(readers));
  expect(by(CLIENT_1_0)).toMatchObject([{ rule: 'activity-replaces-message', severity: 'warning' }]);
  expect(by(UNKNOWN)).toMatchObject([
    {
      severity: 'info',
      message: expect.stringMatching(/^Against AG-UI 1\.0: The activity replaces assistant message 'm'/),
    },
  ]);
  expect(by(TANSTACK)).toEqual([]);
});

test.each([
  ['by the page', undefined, 1],
  ['by the user of the panel', 'sent by you', 0],
])('a run that is stopped %s', (_, origin, count) => {
  const records = sseRecords(events('run · text m "Hello"')).map((record) => {
    if (record.kind === 'open' && origin !== undefined) return { ...record, origin };
    return record.kind === 'close' ? { ...record, how: 'aborted' as const } : record;
  });
  const findings = findingsOf(logOfRecords(records), createLintFold(CLIENT_1_0));
  expect(findings.filter(({ rule }) => rule === 'run-aborted')).toHaveLength(count);
});

test('a frame that could not be read is named as such by a later finding', () => {
  const records = sseRecords(events('run · text m "Hello"')).filter(({ kind }) => kind !== 'close');
  const broken: CapturedRecord[] = [
    { kind: 'chunk', t: 9, stream: 1, text: sseTexts('{"type":') },
    { kind: 'close', t: 9, stream: 1, how: 'aborted' },
  ];
  const findings = findingsOf(logOfRecords([...records, ...broken]), createLintFold(CLIENT_1_0));
  expect(findings.find(({ rule }) => rule === 'run-aborted')?.message).toMatch(
    /^The page aborted the request .+ after the unreadable frame 4, while run/,
  );
});

test('a short text in two steps may be of two agents: info, a long one: warning', () => {
  const found = (text: string) =>
    findingsOf(
      logOf(events(`run · step a · text m "${text}" · done a · step b · text n "${text}" · done b · end`)),
      createLintFold(CLIENT_1_0),
    ).map(({ rule, severity }) => `${severity} ${rule}`);
  expect(found('The plan is ready for review.')).toEqual(['info text-repeated']);
  expect(found(Array.from({ length: 40 }, (_, at) => `word${at}`).join(' '))).toEqual([
    'warning text-repeated',
  ]);
});
