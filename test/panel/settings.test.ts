import { expect, test } from 'vitest';
import { createSettings } from '@/lib/panel/settings';

function memory(text: string | null = null) {
  const store = {
    text,
    read: () => store.text,
    write: (next: string) => void (store.text = next),
  };
  return store;
}

test('a setting is kept for the next panel, and removed by a reset', () => {
  const store = memory();
  createSettings(store).change({ isFolded: false, filters: ['type:RUN_*'] });
  const next = createSettings(store);
  expect(next.values.value).toMatchObject({ isFolded: false, filters: ['type:RUN_*'], theme: 'auto' });
  next.reset();
  expect(createSettings(store).values.value.isFolded).toBe(true);
});

test('settings of another version, or damaged ones, fall back, field by field', () => {
  const text = '{"isFolded":"yes","theme":"dark","filters":[3],"columns":{"seq":{"width":-4}},"more":1}';
  const { values } = createSettings(memory(text));
  expect(values.value).toMatchObject({ isFolded: true, theme: 'dark', filters: [], columns: {} });
  for (const broken of ['{', 'null', '3', '[]', '"x"']) {
    expect(createSettings(memory(broken)).values.value.isFolded).toBe(true);
  }
});

test('the panel works without a store for settings', () => {
  const full = {
    read: () => {
      throw new Error('forbidden');
    },
    write: () => {
      throw new Error('full');
    },
  };
  const settings = createSettings(full);
  settings.change({ theme: 'light' });
  settings.change(({ filters }) => ({ filters: ['is:error', ...filters] }));
  settings.change(({ filters }) => ({ filters: ['kind:tools', ...filters] }));
  expect(settings.values.value).toMatchObject({ theme: 'light', filters: ['kind:tools', 'is:error'] });
});

test('a panel adds to what another one has stored, before it is notified', () => {
  const store = memory();
  const [one, two] = [createSettings(store), createSettings(store)];
  const save = (settings: typeof one, filter: string) =>
    settings.change(({ filters }) => ({ filters: [filter, ...filters] }));
  save(one, 'is:error');
  save(two, 'kind:tools');
  expect(createSettings(store).values.value.filters).toEqual(['kind:tools', 'is:error']);
});

test('two panels share saved settings, and each keeps its own layout', () => {
  const store = memory();
  const watchers = new Map<string, () => void>();
  const panel = (name: string) =>
    createSettings({
      read: store.read,
      write(text) {
        store.write(text);
        for (const [other, changed] of watchers) if (other !== name) changed();
      },
      watch: (changed) => void watchers.set(name, changed),
    });
  const [one, two] = [panel('one'), panel('two')];
  const save = (settings: typeof one, filter: string) =>
    settings.change({ filters: [filter, ...settings.values.value.filters] });
  one.change({ view: 'run' });
  save(one, 'is:error');
  save(two, 'kind:tools');
  expect(one.values.value).toMatchObject({ view: 'run', filters: ['kind:tools', 'is:error'] });
  expect(two.values.value).toMatchObject({ view: 'messages', filters: ['kind:tools', 'is:error'] });
  one.change({ isMarkdown: true });
  two.change({ isFolded: false });
  expect(createSettings(store).values.value).toMatchObject({
    isMarkdown: true,
    isFolded: false,
    view: 'run',
  });
});
