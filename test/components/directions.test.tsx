// Characters that change the text direction are isolated in foreign text, and never reach a sentence of the panel.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { cut } from '@/lib/core/json/preview';
import { showPanel } from '../support/panel';
import { events } from '../support/stream-text';

/** Text behind it is written from right to left. */
const T = '\u202e';

/** Elements that hold foreign text and nothing else. */
const APART = '.content, .markdown, .raw, .json-row, pre';

test.each(['event', 'messages', 'state', 'tools', 'run', 'findings'])(
  'texts of the view %s are isolated from the direction of their surroundings',
  async (view) => {
    const stream = events(`
    run ${T}r on ${T}t · step ${T}s · TEXT_MESSAGE_START {"messageId":"${T}m","role":"assistant"} · say ${T}m "${T}said"
    tool ${T}c ${T}gpj.exe {"${T}k":"${T}v"} · state {"${T}k":"${T}v"} · custom ${T}n "${T}v" · error "${T}e" ${T}c
  `);
    const asked = [{ id: `${T}u`, role: 'user', content: `${T}asked` }];
    const panel = await showPanel(stream, {
      view,
      request: { threadId: `${T}t`, runId: `${T}r`, messages: asked },
    });
    await act(() => panel.turns.run());
    const found: string[] = [];
    for (const element of panel.container.querySelectorAll('*')) {
      for (const { name, value } of element.attributes)
        if (/^(title|aria-label|aria-valuetext|placeholder)$/.test(name) && value.includes(T))
          found.push(`${name}: ${value}`);
      for (const node of element.childNodes)
        if (node instanceof Text && node.data.includes(T) && element.closest(APART) === null)
          found.push(`${element.className || element.tagName}: ${node.data}`);
    }
    expect(found).toEqual([]);
  },
);

test('direction marks are spelled out where a text is cut', () => {
  expect(cut(`a${T}b\u2066c`, 80)).toBe('a\\u202eb\\u2066c');
  expect(cut(`${T}abc`, 2)).toBe('\\u202ea…');
});
