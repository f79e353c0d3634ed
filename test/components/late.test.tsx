// Parts of the panel that are loaded late: their place is kept, and what cannot be loaded says so.
import { type FunctionComponent, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { Guarded } from '@/components/parts/guarded';
import { LateBody } from '@/components/parts/late-body';
import { late } from '@/lib/panel/late';

const Body: FunctionComponent = () => <p>Here it is</p>;

async function show(load: () => Promise<FunctionComponent>): Promise<HTMLElement> {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const body = late(load);
  await act(() =>
    render(
      <Guarded>
        <LateBody body={body}>{(Body) => <Body />}</LateBody>
      </Guarded>,
      container,
    ),
  );
  return container;
}

test('a part is shown once it is loaded', async () => {
  let come: (found: FunctionComponent) => void = () => {};
  const container = await show(() => new Promise((resolve) => (come = resolve)));
  expect(container.textContent).toBe('');
  await act(async () => come(Body));
  expect(container.textContent).toBe('Here it is');
});

test('a part that cannot be loaded says so, and can be tried again', async () => {
  let tries = 0;
  const container = await show(() =>
    ++tries === 1 ? Promise.reject(new Error('The file is gone.')) : Promise.resolve(Body),
  );
  await act(() => Promise.resolve());
  expect(container.querySelector('[role=alert]')?.textContent).toContain('The file is gone.');
  await act(() => container.querySelector('button')?.click());
  await act(() => Promise.resolve());
  expect(container.textContent).toBe('Here it is');
});
