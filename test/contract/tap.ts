// Contract of taps: the page notices nothing, and undo leaves no trace.
import { expect, test } from 'vitest';
import type { CapturedRecord } from '@/lib/messages/records';
import { createEmit } from '@/lib/page/emit';
import { createPatcher } from '@/lib/page/patch';
import type { PageWindow, Tap } from '@/lib/page/tap';
import { written } from '../support/written';

/** A page for taps, made of what node has and what a test adds. */
export interface TapPage {
  readonly page: PageWindow;
  /** Objects whose properties the tap may replace. */
  readonly owners: readonly object[];
  /** Uses the API the way a page does and answers all that a page could see. */
  readonly use: () => Promise<unknown>;
}

/** Installs a tap and answers what it records; `fail` makes its emitter throw. */
export function installTap(tap: Tap, page: PageWindow, { fail = false } = {}) {
  const records: CapturedRecord[] = [];
  const emit = createEmit({
    now: () => records.length,
    write: (record, data) => {
      if (fail && record.kind !== 'gap') throw new Error('our own mistake');
      records.push(written(record, data));
    },
    after: (ms, work) => void setTimeout(work, ms),
    onLeaving: () => () => undefined,
    room: () => 0,
  });
  const patcher = createPatcher(tap.name, emit);
  tap.install(page, emit, patcher);
  return { records, undo: patcher.undo, gone: emit.gone };
}

/** All own properties of some objects, as descriptors. */
function shapeOf(owners: readonly object[]): PropertyDescriptorMap[] {
  return owners.map((owner) => Object.getOwnPropertyDescriptors(owner));
}

/** Descriptors without their functions: what a page can see of a property without calling it. */
function outlineOf(shape: readonly PropertyDescriptorMap[]): unknown {
  const facts = (f: unknown) => (typeof f === 'function' ? [typeof f, f.name, f.length] : typeof f);
  return shape.map((properties) =>
    Reflect.ownKeys(properties).map((key) => {
      const found = properties[key as string];
      return [
        String(key),
        found?.writable,
        found?.enumerable,
        found?.configurable,
        facts(found?.value),
        facts(found?.get),
      ];
    }),
  );
}

/** Runs the contract; `create` gives a fresh page each time. */
export function tapContract(tap: Tap, create: () => TapPage): void {
  test(`${tap.name}: the page sees the same with and without the tap`, async () => {
    const plain = await create().use();
    const tapped = create();
    const { undo, records } = installTap(tap, tapped.page);
    const seen = await tapped.use();
    undo();
    expect(seen).toEqual(plain);
    expect(records.filter(({ kind }) => kind === 'gap')).toEqual([]);
    expect(records.some(({ kind }) => kind === 'open')).toBe(true);
    expect(records.some(({ kind }) => kind === 'chunk' || kind === 'frame')).toBe(true);
    expect(records.at(-1)?.kind).toBe('close');
  });

  test(`${tap.name}: properties look the same, and undo restores them`, async () => {
    const { page, owners } = create();
    const before = shapeOf(owners);
    const { undo } = installTap(tap, page);
    const during = shapeOf(owners);
    undo();
    expect(outlineOf(during)).toEqual(outlineOf(before));
    const after = shapeOf(owners);
    for (const [at, properties] of before.entries()) {
      for (const key of Reflect.ownKeys(properties)) {
        expect(after[at]?.[key as string]?.value, String(key)).toBe(properties[key as string]?.value);
        expect(after[at]?.[key as string]?.get, String(key)).toBe(properties[key as string]?.get);
      }
      expect(Reflect.ownKeys(after[at] ?? {})).toEqual(Reflect.ownKeys(properties));
    }
  });

  test(`${tap.name}: a failure of ours is a gap, ends the tap, and the page goes on`, async () => {
    const plain = await create().use();
    const tapped = create();
    const { undo, records } = installTap(tap, tapped.page, { fail: true });
    const seen = await tapped.use();
    undo();
    expect(seen).toEqual(plain);
    expect(records).toEqual([
      expect.objectContaining({ kind: 'gap', reason: 'tap-failed', detail: `${tap.name}: our own mistake` }),
    ]);
  });

  test(`${tap.name}: a wrapper installed after ours stays in place when ours is removed`, () => {
    const { page, owners } = create();
    const before = shapeOf(owners);
    const { undo } = installTap(tap, page);
    const wrapped: [object, string, unknown, PropertyDescriptor][] = [];
    for (const [at, owner] of owners.entries()) {
      for (const key of Object.getOwnPropertyNames(owner)) {
        const found = Object.getOwnPropertyDescriptor(owner, key);
        if (typeof found?.value !== 'function' || key === 'constructor' || !found.configurable) continue;
        const theirs = function theirs() {};
        Object.defineProperty(owner, key, { ...found, value: theirs });
        wrapped.push([owner, key, theirs, before[at]?.[key] ?? found]);
      }
    }
    undo();
    const left = wrapped.filter(
      ([owner, key, theirs]) => Object.getOwnPropertyDescriptor(owner, key)?.value !== theirs,
    );
    // The prototypes are those of the test's own process.
    for (const [owner, key, , native] of wrapped) Object.defineProperty(owner, key, native);
    expect(left.map(([, key]) => key)).toEqual([]);
  });
}
