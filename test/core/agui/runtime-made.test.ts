import { expect, test } from 'vitest';
import { runtimeMade } from '@/lib/core/agui/runtime-made';

const result = (content: string, messageId = 'c-result') =>
  runtimeMade('TOOL_CALL_RESULT', { type: 'TOOL_CALL_RESULT', toolCallId: 'c', messageId, content });

test('values added by the CopilotKit runtime are distinguished from those of an agent', () => {
  const incomplete = { type: 'RUN_ERROR', message: 'Run ended', code: 'INCOMPLETE_STREAM' };
  expect(runtimeMade('RUN_ERROR', incomplete)?.runtime).toBe('CopilotKit runtime');
  expect(runtimeMade('RUN_FINISHED', { type: 'RUN_FINISHED' })?.why).toContain('stopped');
  expect(
    result('{"status":"stopped","reason":"stop_requested","message":"Run stopped by user"}')?.why,
  ).toContain('stopped');
  expect(result('{"status":"error","reason":"missing_terminal_event"}')?.why).toContain(
    'before this call got a result',
  );
});

test('values of an agent are left alone', () => {
  expect(runtimeMade('RUN_ERROR', { type: 'RUN_ERROR', message: 'x' })).toBeUndefined();
  expect(runtimeMade('RUN_FINISHED', { type: 'RUN_FINISHED', threadId: 't', runId: 'r' })).toBeUndefined();
  expect(result('sunny')).toBeUndefined();
  expect(result('{"status":"stopped"')).toBeUndefined();
  expect(result('{"status":"stopped","reason":"other"}')).toBeUndefined();
  expect(result('{"status":"error","reason":"missing_terminal_event"}', 'other')).toBeUndefined();
  expect(runtimeMade('TEXT_MESSAGE_END', { type: 'TEXT_MESSAGE_END', messageId: 'm' })).toBeUndefined();
});
