// @vitest-environment happy-dom
// Damaged events, in every view and under filters: lazily computed values do not fail either.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { mount } from '@/components/app/mount';
import { views } from '@/components/app/views';
import { createRandom } from '../core/model/random';
import { mutate } from '../fuzz/mutate';
import { agents } from '../harness/agents';
import { sse } from '../support/logs';
import { sampleSize } from '../support/sample-size';
import { bodyBatchOf } from '../support/sessions';
import { createTestWorkspace } from '../support/workspace';

const input = {
  threadId: 't1',
  runId: 'r1',
  messages: [],
  tools: [],
  state: {},
  context: [],
  forwardedProps: {},
};
const BODIES = agents
  .filter(({ name }) => name !== 'long')
  .map(({ run }) => sse(...[...run(input as never)].slice(0, 60)));
const FILTERS = [
  '',
  'a',
  'tool:*',
  'is:error',
  'path:/a',
  'type:STATE*',
  'size:>1',
  'gap:>0ms',
  'key:id',
  '/a+/',
  'run:r1 -b',
];

test('damaged events are shown in every view without an exception', async () => {
  const errors: unknown[] = [];
  const logged = vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args));
  for (let seed = 1; seed <= sampleSize(400, '', 40); seed++) {
    const random = createRandom(seed);
    let body = random.pick(BODIES);
    for (let times = 1 + random.below(12); times > 0; times--)
      body = mutate(random, body, random.pick(BODIES), 60_000);
    const container = document.createElement('div');
    document.body.replaceChildren(container);
    const { workspace, turns } = createTestWorkspace();
    await act(() => void mount(workspace, container));
    const { session } = workspace.current.value;
    await act(() => {
      session.reading.append([bodyBatchOf([body], input)]);
      turns.run();
    });
    for (const view of views) {
      await act(() => {
        workspace.view.value = view.id;
        session.filter.text.value = random.pick(FILTERS);
        turns.run();
      });
      for (let times = 0; times < 3 && session.log.length > 0; times++) {
        await act(() => {
          session.cursor.goTo(random.below(session.log.length));
          turns.run();
        });
        const wrong = container.querySelector('.view-failed')?.textContent;
        expect(wrong, `seed ${seed}, ${view.id}`).toBeUndefined();
        expect(container.querySelector('[role=grid]'), `seed ${seed}, ${view.id}`).not.toBeNull();
      }
    }
    expect(errors, `seed ${seed}`).toEqual([]);
    await act(() => render(null, container));
  }
  logged.mockRestore();
}, 1e6);
