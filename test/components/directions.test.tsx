// Characters that change the text direction are isolated in foreign text, and never reach a sentence of the panel.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { cut } from '@/lib/core/json/preview';
import { showPanel } from '../support/panel';

const TURN = '\u202e';
const turned = (name: string) => `${TURN}${name}`;

/** Elements that hold foreign text and nothing else. */
const APART = '.content, .markdown, .raw, .json-row, pre';

test.each(['event', 'messages', 'state', 'tools', 'run', 'findings'])('in the view %s', async (view) => {
  const ids = { threadId: turned('t'), runId: turned('r') };
  const panel = await showPanel(
    [
      { type: 'RUN_STARTED', ...ids },
      { type: 'STEP_STARTED', stepName: turned('s') },
      { type: 'TEXT_MESSAGE_START', messageId: turned('m'), role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: turned('m'), delta: turned('said') },
      { type: 'TOOL_CALL_START', toolCallId: turned('c'), toolCallName: turned('gpj.exe') },
      {
        type: 'TOOL_CALL_ARGS',
        toolCallId: turned('c'),
        delta: JSON.stringify({ [turned('k')]: turned('v') }),
      },
      { type: 'TOOL_CALL_END', toolCallId: turned('c') },
      { type: 'STATE_SNAPSHOT', snapshot: { [turned('k')]: turned('v') } },
      { type: 'CUSTOM', name: turned('n'), value: turned('v') },
      { type: 'RUN_ERROR', message: turned('e'), code: turned('c') },
    ],
    { view, request: { ...ids, messages: [{ id: turned('u'), role: 'user', content: turned('asked') }] } },
  );
  await act(() => panel.turns.run());
  const found: string[] = [];
  for (const element of panel.container.querySelectorAll('*')) {
    for (const { name, value } of element.attributes)
      if (/^(title|aria-label|aria-valuetext|placeholder)$/.test(name) && value.includes(TURN))
        found.push(`${name}: ${value}`);
    for (const node of element.childNodes)
      if (node instanceof Text && node.data.includes(TURN) && element.closest(APART) === null)
        found.push(`${element.className || element.tagName}: ${node.data}`);
  }
  expect(found).toEqual([]);
});

test('they are spelled out where a text is cut', () => {
  expect(cut(`a${TURN}b\u2066c`, 80)).toBe('a\\u202eb\\u2066c');
  expect(cut(`${TURN}abc`, 2)).toBe('\\u202ea…');
});
