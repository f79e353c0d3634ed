// What two lists begin with, whatever the order of what went on at the same time.
import type { Span, SpanPair } from '@/lib/compare/spans';
import { isStep, type Steps } from '@/lib/compare/steps';

/** What is compared by its content. */
interface Compared extends Span {
  readonly content: string;
}

/** So many contents are looked at to find the one that is over first. */
const READY_MAX = 64;

/** One list: what may come next is what began before anything that is left was over. */
class Front<T extends Compared> {
  /** What may come next, by content, what is over first at the beginning. */
  readonly open = new Map<string, T[]>();
  readonly #taken = new Set<T>();
  readonly #byStart: readonly T[];
  readonly #byEnd: readonly T[];
  #begun = 0;
  #over = 0;

  constructor(list: readonly T[]) {
    this.#byStart = list.toSorted((a, b) => a.start - b.start);
    this.#byEnd = list.toSorted((a, b) => a.end - b.end);
  }

  /** The contents that may come next since it was last asked. */
  *advance(): Iterable<string> {
    let over = this.#byEnd[this.#over];
    while (over !== undefined && this.#taken.has(over)) over = this.#byEnd[++this.#over];
    const end = over?.end ?? 0;
    for (;;) {
      const next = this.#byStart[this.#begun];
      if (next === undefined || next.start > end) return;
      this.#begun++;
      const alike = this.open.get(next.content) ?? [];
      let place = alike.length;
      while (place > 0 && (alike[place - 1]?.end ?? 0) > next.end) place--;
      alike.splice(place, 0, next);
      this.open.set(next.content, alike);
      yield next.content;
    }
  }

  take(content: string): T | undefined {
    const alike = this.open.get(content);
    const next = alike?.shift();
    if (alike?.length === 0) this.open.delete(content);
    if (next !== undefined) this.#taken.add(next);
    return next;
  }
}

/** Pairs of the same content from the beginning on, as many as there are. */
export function* commonFront<T extends Compared>(a: readonly T[], b: readonly T[]): Steps<SpanPair<T>[]> {
  const [left, right] = [new Front(a), new Front(b)];
  const pairs: SpanPair<T>[] = [];
  const ready = new Set<string>();
  const advance = () => {
    for (const content of left.advance()) if (right.open.has(content)) ready.add(content);
    for (const content of right.advance()) if (left.open.has(content)) ready.add(content);
  };
  const endOf = (content: string) => left.open.get(content)?.[0]?.end ?? 0;
  for (advance(); ready.size > 0; advance()) {
    let next: string | undefined;
    let seen = 0;
    for (const content of ready) {
      if (next === undefined || endOf(content) < endOf(next)) next = content;
      if (++seen === READY_MAX) break;
    }
    const content = next ?? '';
    const [x, y] = [left.take(content), right.take(content)];
    if (x !== undefined && y !== undefined) pairs.push([x, y]);
    if (!left.open.has(content) || !right.open.has(content)) ready.delete(content);
    if (isStep(pairs.length)) yield pairs.length / (a.length + 1);
  }
  return pairs;
}

/** The same from the end on. */
export function* commonBack<T extends Compared>(a: readonly T[], b: readonly T[]): Steps<SpanPair<T>[]> {
  const turned = (list: readonly T[]) =>
    list.map((item) => ({ content: item.content, start: -item.end, end: -item.start, item }));
  const pairs = yield* commonFront(turned(a), turned(b));
  return pairs.map(([x, y]): SpanPair<T> => [x.item, y.item]).reverse();
}
