// The lanes of chunk events: the same as a plain list, in every version.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChunkLane, type Lanes, NO_LANES } from '@/lib/core/model/chunk-lanes';
import { sampleSize } from '../../support/sample-size';

const KINDS = ['text', 'tool', 'reasoning'] as const;
const OWNERS = [undefined, '', '^', '#1', ...Array.from({ length: 40 }, (_none, at) => `s${at}`)];

interface Plain {
  readonly lanes: readonly ChunkLane[];
  readonly ended: readonly ChunkLane[];
}

function contentOf(lanes: Lanes) {
  return {
    all: [...lanes],
    size: lanes.size,
    ended: lanes.ended,
    owners: OWNERS.map((owner) => lanes.of(owner)),
    kinds: KINDS.map((kind) => lanes.ofKind(kind)),
    holding: [...lanes].map(({ kind, id }) => lanes.holding(kind, id)),
    isHeld: KINDS.map((kind) => lanes.holding(kind, 'nothing')),
  };
}

function wantedOf({ lanes, ended }: Plain): ReturnType<typeof contentOf> {
  const ofKind = (kind: ChunkLane['kind']) => {
    const found = lanes.filter((lane) => lane.kind === kind);
    const parents = found.find(({ owner }) => owner === undefined);
    return { count: found.length, only: parents ?? (found.length === 1 ? found[0] : undefined) };
  };
  return {
    all: [...lanes],
    size: lanes.length,
    ended,
    owners: OWNERS.map((owner) => lanes.find((lane) => lane.owner === owner)),
    kinds: KINDS.map(ofKind),
    holding: [...lanes],
    isHeld: [undefined, undefined, undefined],
  };
}

const step = fc.record({
  owner: fc.constantFrom(...OWNERS),
  // Many open lanes, and few of each other kind.
  kind: fc.constantFrom(...KINDS, ...Array.from({ length: 20 }, () => 'text' as const)),
  what: fc.constantFrom('open', 'open', 'open', 'end', 'settle', 'back'),
});

function taken(lanes: Lanes, plain: Plain, what: string, lane: ChunkLane): readonly [Lanes, Plain] {
  const open = plain.lanes.find(({ owner }) => owner === lane.owner);
  const others = plain.lanes.filter((other) => other !== open);
  const ended = open === undefined ? [] : [open];
  if (what === 'open') return [lanes.opening(lane), { lanes: [...others, lane], ended }];
  if (what === 'end' && open !== undefined) return [lanes.ending(open), { lanes: others, ended }];
  return [lanes.settled(), { lanes: plain.lanes, ended: [] }];
}

test('lanes match a plain list, also in a forked version', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
      const versions: (readonly [Lanes, Plain])[] = [[NO_LANES, { lanes: [], ended: [] }]];
      let now = versions[0] ?? expect.fail();
      for (const [at, { owner, kind, what }] of steps.entries()) {
        if (what === 'back') now = versions[Math.floor((versions.length * 7) / 8)] ?? now;
        now = taken(...now, what, { owner, kind, id: `e${at}` });
        versions.push(now);
      }
      for (const [lanes, plain] of versions) {
        expect(contentOf(lanes)).toEqual(wantedOf(plain));
        expect(contentOf(lanes.endingAll())).toEqual(wantedOf({ lanes: [], ended: plain.lanes }));
      }
    }),
    { numRuns: sampleSize(200) },
  );
});
