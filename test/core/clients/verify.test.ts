import { describe, expect, test } from 'vitest';
import { CLIENT_0_0, CLIENT_1_0, type Profile } from '@/lib/core/consumers/profile';
import { events } from '../../support/stream-text';
import { runClient00 } from './client-0.0';
import { runClient10 } from './client-1.0';
import { firstDifference } from './differential';

const START = 'TEXT_MESSAGE_START {"messageId":"m"';
const CALL = 'TOOL_CALL_START {"toolCallId":"c","toolCallName":"f"';
const SUB = (id: string, more = ''): string => `SUBAGENT_STARTED {"subagentRunId":"${id}","name":"n"${more}}`;
const ENDED = (id: string, more = ''): string => `SUBAGENT_FINISHED {"subagentRunId":"${id}"${more}}`;
const STEP = (name: string, sub?: string): string =>
  `STEP_STARTED {"stepName":"${name}"${sub ? `,"subagentRunId":"${sub}"` : ''}}`;
const DONE = (name: string, sub?: string): string =>
  `STEP_FINISHED {"stepName":"${name}"${sub ? `,"subagentRunId":"${sub}"` : ''}}`;
const END = (outcome: string): string => `RUN_FINISHED {"threadId":"t","runId":"r","outcome":${outcome}}`;
const ASK = '"id":"i","reason":"x"';
/** A message of a snapshot or an input. */
const MESSAGE = (role: string, more: string): string => `{"id":"m","role":"${role}",${more}}`;
const ANSWER = MESSAGE('assistant', '"content":"a","subagentRunId":"s"');
const WITH_CALL = MESSAGE(
  'assistant',
  '"subagentRunId":"s","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]',
);
const INPUT = (messages: string): string =>
  `RUN_STARTED {"threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","state":{},"messages":[${messages}],"tools":[],"context":[]}}`;

const STREAMS: Readonly<Record<string, readonly string[]>> = {
  'runs begin and end': [
    'run · end',
    'step s',
    'error "early"',
    'run · run s',
    'run · end · run s · end',
    'run · error "x" · run s · text m "x" · end',
    'run · error "x" · text m',
    'run · end · text m',
    'run · end · error "late"',
    'run · error "x" · error "y"',
    'run · end · run s · error "x" · run q · end · run u · text m "x" · end',
  ],
  'a new run forgets what was open and whose it was': [
    `run · ${SUB('s')} · ${START},"subagentRunId":"s"} · error "x" · run q · text m "again" · ${SUB('s')} · ${ENDED('s')} · end`,
    `run · ${STEP('a')} · ${CALL}} · error "x" · run q · end`,
    `run · ${STEP('a')} · error "x" · run q · ${STEP('a')} · ${DONE('a')} · end`,
  ],
  'nothing is open when a run ends': [
    `run · ${START}} · end`,
    `run · ${CALL}} · end`,
    'run · REASONING_START {"messageId":"th"} · end',
    'run · REASONING_MESSAGE_START {"messageId":"th","role":"reasoning"} · end',
    `run · ${SUB('s')} · end`,
    'run · step a · step b · end',
    `run · ${SUB('s')} · ${STEP('b', 's')} · ${STEP('a')} · ${STEP('c', 's')} · ${STEP('d')} · end`,
    `run · ${STEP('z')} · ${DONE('z')} · ${SUB('s')} · ${STEP('b', 's')} · ${STEP('a')} · end`,
    `run · ${START}} · TEXT_MESSAGE_START {"messageId":"n"} · end`,
    `run · ${START}} · error "x"`,
  ],
  'what is open is not opened again, what is not is not continued': [
    `run · ${START}} · ${START}}`,
    'run · say m "x"',
    'run · TEXT_MESSAGE_END {"messageId":"m"}',
    'run · text m "x" · say m "y"',
    'run · text m "x" · text m "y" · end',
    `run · ${CALL}} · ${CALL}}`,
    'run · TOOL_CALL_ARGS {"toolCallId":"c","delta":"x"}',
    'run · TOOL_CALL_END {"toolCallId":"c"}',
    'run · tool c f {} · TOOL_CALL_END {"toolCallId":"c"}',
    'run · REASONING_START {"messageId":"th"} · REASONING_START {"messageId":"th"}',
    'run · REASONING_MESSAGE_START {"messageId":"th","role":"reasoning"} · REASONING_MESSAGE_START {"messageId":"th","role":"reasoning"}',
    'run · REASONING_START {"messageId":"th"} · REASONING_MESSAGE_CONTENT {"messageId":"th","delta":"x"}',
    'run · REASONING_MESSAGE_END {"messageId":"th"}',
    'run · REASONING_END {"messageId":"th"}',
    'run · think th "a" · REASONING_END {"messageId":"th"}',
    'run · think th "a" "b" · think th "c" · end',
    'run · step a · step a',
    'run · done a',
    'run · step a · done a · done a',
    'run · step a · done a · step a · done a · end',
  ],
  'a subagent has one life in a run': [
    `run · ${SUB('s')} · ${SUB('s')}`,
    `run · ${SUB('s')} · ${ENDED('s')} · ${SUB('s')}`,
    `run · ${SUB('s')} · ${ENDED('s')} · ${ENDED('s')}`,
    `run · ${ENDED('s')}`,
    'run · SUBAGENT_ERROR {"subagentRunId":"s","message":"x"}',
    `run · ${SUB('s')} · SUBAGENT_ERROR {"subagentRunId":"s","message":"x"} · ${SUB('s')}`,
    `run · ${SUB('s')} · SUBAGENT_ERROR {"subagentRunId":"s"}`,
    'run · SUBAGENT_STARTED {"name":"n"}',
    'run · SUBAGENT_STARTED {"subagentRunId":"s"}',
    'run · SUBAGENT_FINISHED {}',
    `run · ${SUB('s', ',"parentSubagentRunId":"p"')}`,
    `run · ${SUB('p')} · ${SUB('s', ',"parentSubagentRunId":"p"')} · ${ENDED('s')} · ${ENDED('p')} · end`,
    `run · ${SUB('p')} · ${ENDED('p')} · ${SUB('s', ',"parentSubagentRunId":"p"')} · ${ENDED('s')} · end`,
    `run · ${SUB('s')} · ${ENDED('s', ',"outcome":{"type":"suspended","interruptIds":["i"]}')} · end`,
    `run · ${SUB('s')} · ${ENDED('s', ',"outcome":{"type":"success"}')} · end`,
    `run · ${SUB('s')} · ${ENDED('s', ',"outcome":{"type":"odd"}')}`,
    `run · ${SUB('s')} · ${ENDED('s', ',"outcome":null')}`,
    `run · ${SUB('s')} · ${ENDED('s', ',"outcome":{"type":"suspended","interruptIds":null}')}`,
    `run · ${SUB('s')} · ${ENDED('s', ',"outcome":{"type":"suspended","interruptIds":[3]}')}`,
    `run · ${SUB('s', ',"description":null')}`,
    `run · ${SUB('s')} · SUBAGENT_ERROR {"subagentRunId":"s","message":"x","code":null}`,
    // Events without such a field: 0.0.59 lets it through its schema, and verification stops at it.
    `run · ${SUB('s', ',"outcome":[]')}`,
    `run · ${SUB('s', ',"outcome":{"type":"success"}')} · ${ENDED('s')} · end`,
    `run · ${SUB('s', ',"outcome":{"type":"suspended","interruptIds":null}')}`,
    `run · ${SUB('s', ',"outcome":{"type":"suspended","interruptIds":["i",3]}')}`,
    `run · ${SUB('s', ',"outcome":{"type":"suspended","interruptIds":["i"]}')} · ${ENDED('s')} · end`,
  ],
  'a step is ended by the agent that began it': [
    `run · ${SUB('s')} · ${STEP('a', 's')} · ${DONE('a')}`,
    `run · ${SUB('s')} · ${STEP('a')} · ${DONE('a', 's')}`,
    `run · ${STEP('a', 's')} · ${STEP('a', 's')}`,
    `run · ${STEP('a', 's')} · ${STEP('a')} · ${DONE('a', 's')} · ${DONE('a')} · end`,
    `run · ${STEP('a', 'q')} · ${STEP('a', 's')} · ${DONE('a')}`,
    `run · ${STEP('a', '/')} · ${STEP('b')} · end`,
  ],
  'an agent does not continue entities of another agent': [
    `run · ${START},"subagentRunId":"s"} · TEXT_MESSAGE_CONTENT {"messageId":"m","delta":"x","subagentRunId":"q"}`,
    `run · ${START},"subagentRunId":"s"} · say m "x" · TEXT_MESSAGE_END {"messageId":"m","subagentRunId":"s"} · end`,
    `run · ${START}} · TEXT_MESSAGE_END {"messageId":"m","subagentRunId":"q"}`,
    `run · text m "x" · ${START},"subagentRunId":"q"}`,
    `run · ${CALL},"subagentRunId":"s"} · TOOL_CALL_ARGS {"toolCallId":"c","delta":"x","subagentRunId":"q"}`,
    `run · tool c f {} · ${CALL},"subagentRunId":"q"}`,
    `run · ${START},"subagentRunId":"s"} · ${CALL},"parentMessageId":"m","subagentRunId":"q"}`,
    `run · ${START},"subagentRunId":"s"} · ${CALL},"parentMessageId":"m"} · TOOL_CALL_ARGS {"toolCallId":"c","delta":"x","subagentRunId":"s"} · TOOL_CALL_END {"toolCallId":"c","subagentRunId":"q"}`,
    `run · ${CALL},"subagentRunId":"s"} · TOOL_CALL_END {"toolCallId":"c"} · text m · ${CALL},"parentMessageId":"m"}`,
    `run · ${CALL},"subagentRunId":"s","parentMessageId":"gone"} · TOOL_CALL_END {"toolCallId":"c"} · ${CALL}} · TOOL_CALL_END {"toolCallId":"c"} · end`,
    'run · REASONING_START {"messageId":"th","subagentRunId":"s"} · REASONING_MESSAGE_START {"messageId":"th","role":"reasoning","subagentRunId":"q"}',
    'run · REASONING_START {"messageId":"th","subagentRunId":"s"} · REASONING_END {"messageId":"th","subagentRunId":"q"}',
    'run · REASONING_START {"messageId":"th","subagentRunId":"s"} · REASONING_MESSAGE_START {"messageId":"th","role":"reasoning"} · REASONING_MESSAGE_CONTENT {"messageId":"th","delta":"x","subagentRunId":"s"} · REASONING_MESSAGE_END {"messageId":"th"} · REASONING_END {"messageId":"th"} · end',
    'run · ACTIVITY_SNAPSHOT {"messageId":"a","activityType":"P","content":{},"subagentRunId":"s"} · ACTIVITY_DELTA {"messageId":"a","activityType":"P","patch":[],"subagentRunId":"q"}',
    'run · activity a P {} · ACTIVITY_SNAPSHOT {"messageId":"a","activityType":"P","content":{},"subagentRunId":"s"} · ACTIVITY_DELTA {"messageId":"a","activityType":"P","patch":[],"subagentRunId":"s"} · end',
    'run · activity a P {} · ACTIVITY_SNAPSHOT {"messageId":"a","activityType":"P","content":{},"replace":false,"subagentRunId":"s"} · ACTIVITY_DELTA {"messageId":"a","activityType":"P","patch":[],"subagentRunId":"s"}',
    'run · tool c f {} · REASONING_ENCRYPTED_VALUE {"subtype":"tool-call","entityId":"c","encryptedValue":"e","subagentRunId":"q"}',
    'run · text m · REASONING_ENCRYPTED_VALUE {"subtype":"message","entityId":"m","encryptedValue":"e","subagentRunId":"q"}',
    'run · think th · REASONING_ENCRYPTED_VALUE {"subtype":"message","entityId":"th","encryptedValue":"e","subagentRunId":"q"}',
    `run · tool c f {} · result c "x" · TEXT_MESSAGE_START {"messageId":"c-result","subagentRunId":"q"}`,
    `run · tool c f {} · TOOL_CALL_RESULT {"messageId":"x","toolCallId":"c","content":"x","subagentRunId":"q"} · TEXT_MESSAGE_START {"messageId":"x","subagentRunId":"q"} · TEXT_MESSAGE_END {"messageId":"x"} · end`,
  ],
  'messages that are replayed say whose they are': [
    `run · messages [${ANSWER}] · ${START},"subagentRunId":"q"}`,
    `run · messages [${ANSWER}] · ${START},"subagentRunId":"s"} · TEXT_MESSAGE_END {"messageId":"m"} · end`,
    `run · text m "x" · messages [${ANSWER}] · ${START},"subagentRunId":"s"} · TEXT_MESSAGE_END {"messageId":"m"} · end`,
    `${INPUT(ANSWER)} · ${START},"subagentRunId":"q"}`,
    `run · messages [${WITH_CALL}] · ${CALL},"subagentRunId":"q"}`,
    `run · tool c f {} · messages [${WITH_CALL}] · ${CALL},"subagentRunId":"s"} · TOOL_CALL_END {"toolCallId":"c"} · end`,
    `run · messages [${MESSAGE('reasoning', '"content":"a","subagentRunId":"s"')}] · REASONING_START {"messageId":"m","subagentRunId":"q"}`,
    `run · messages [${MESSAGE('reasoning', '"content":"a","subagentRunId":"s"')}] · ${START},"subagentRunId":"q"} · TEXT_MESSAGE_END {"messageId":"m"} · end`,
    `run · messages [${MESSAGE('activity', '"activityType":"P","content":{},"subagentRunId":"s"')}] · ACTIVITY_DELTA {"messageId":"m","activityType":"P","patch":[],"subagentRunId":"q"}`,
    `run · messages [${MESSAGE('assistant', '"content":"a","subagentRunId":null')}]`,
    `run · messages [${ANSWER},{"id":"n","role":"user","content":"u"}] · TEXT_MESSAGE_START {"messageId":"n","subagentRunId":"q"}`,
  ],
  'nulls and interrupts': [
    'RUN_STARTED {"threadId":"t","runId":"r","subagentRunId":null}',
    'run · THINKING_START {"subagentRunId":null}',
    'run · error "x" · MESSAGES_SNAPSHOT {"messages":[],"subagentRunId":null}',
    'run · MESSAGES_SNAPSHOT {"messages":[],"subagentRunId":null} · end',
    `run · ${START},"subagentRunId":null}`,
    `run · ${END('{"type":"success"}')}`,
    `run · ${END(`{"type":"interrupt","interrupts":[{${ASK}}]}`)} · run q · end`,
    `run · ${END(`{"type":"interrupt","interrupts":[{${ASK},"subagentRunId":null}]}`)}`,
    `run · ${END(`{"type":"interrupt","interrupts":[{${ASK},"subagentRunId":"s"}]}`)}`,
    `run · ${END('{"type":"odd"}')}`,
    `run · ${END('{"type":"interrupt","interrupts":[]}')}`,
  ],
  'what is left out, removed or spelled anew': [
    'run · NONSENSE {"rawEvent":null} · end',
    'run · NONSENSE · NONSENSE · end',
    `run · ${START},"odd":1,"foo":{"a":1}} · TEXT_MESSAGE_END {"messageId":"m"} · end`,
    'RUN_STARTED {"threadId":"t","runId":"r","subagentRunId":"s"} · end',
    `run · ${START},"rawEvent":null} · TEXT_MESSAGE_END {"messageId":"m"} · end`,
    'run · THINKING_START {"title":"hm","rawEvent":null} · THINKING_TEXT_MESSAGE_START · THINKING_TEXT_MESSAGE_CONTENT {"delta":"d"} · THINKING_TEXT_MESSAGE_END · THINKING_END · end',
    'run · THINKING_TEXT_MESSAGE_CONTENT {"delta":"d"}',
    'run · THINKING_TEXT_MESSAGE_END',
    'run · THINKING_END',
    'run · THINKING_START · THINKING_TEXT_MESSAGE_CONTENT {"delta":"d"}',
    'run · THINKING_TEXT_MESSAGE_START · THINKING_END',
    'run · THINKING_TEXT_MESSAGE_START · THINKING_TEXT_MESSAGE_CONTENT {"delta":"d"} · THINKING_TEXT_MESSAGE_END · THINKING_TEXT_MESSAGE_END',
    'run · THINKING_START · THINKING_START',
    'run · THINKING_START · THINKING_END · THINKING_END',
    'run · THINKING_START · end',
    'run · THINKING_START · THINKING_TEXT_MESSAGE_START · THINKING_TEXT_MESSAGE_START',
    'run · THINKING_TEXT_MESSAGE_START · end',
  ],
  chunks: [
    'run · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"a"} · TEXT_MESSAGE_CHUNK {"delta":"b"} · end',
    'run · TEXT_MESSAGE_CHUNK {"delta":"a"}',
    'run · TEXT_MESSAGE_CHUNK {"messageId":"m"} · step a · TEXT_MESSAGE_CHUNK {"delta":"b"}',
    'run · TOOL_CALL_CHUNK {"toolCallId":"c","toolCallName":"f","delta":"a"} · TOOL_CALL_CHUNK {"delta":"b"} · end',
    'run · TOOL_CALL_CHUNK {"toolCallId":"c","delta":"a"}',
    'run · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"a","role":"user"} · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"b","role":"assistant"}',
    'run · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"a","subagentRunId":"s"} · TEXT_MESSAGE_CHUNK {"messageId":"n","delta":"b","subagentRunId":"q"} · TEXT_MESSAGE_CHUNK {"delta":"c"}',
    'run · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"a","subagentRunId":"s"} · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"b","subagentRunId":"q"}',
    'run · REASONING_MESSAGE_CHUNK {"messageId":"th","delta":"a"} · REASONING_MESSAGE_CHUNK {"delta":"b"} · end',
    'run · text m "x" · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"a","subagentRunId":"q"}',
    `run · ${START}} · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"a"}`,
    'run · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"a","rawEvent":{"x":1}} · end',
  ],
};

type Run = typeof runClient00;

describe.each<readonly [string, Profile, Run]>([
  ['1.0', CLIENT_1_0, runClient10],
  ['0.0.59', CLIENT_0_0, runClient00],
])('client %s verifies as predicted', (_version, profile, run) => {
  test.each(Object.entries(STREAMS))('%s', async (_name, streams) => {
    for (const text of streams) {
      const stream = events(text);
      const difference = firstDifference(stream, await run(stream), profile);
      expect(difference?.ours, text).toEqual(difference?.theirs);
      expect(difference, text).toBeUndefined();
    }
  });
});
