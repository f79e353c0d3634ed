// Replaces only secrets, by placeholders of the same length: all other bytes, cuts and sizes stay.
import { applyEdits, cutsOf, type Edit, splitEdited } from '@/lib/core/redact/edits';
import { type JsonNode, parseTree, stringOf } from '@/lib/core/redact/json-tree';
import type { Redaction } from '@/lib/core/redact/redaction';
import { type SecretRange, secretsIn } from '@/lib/core/redact/secret-rules';
import type { SecretMask } from '@/lib/core/redact/types';

const PART_OF_TEXT = /^(?:AGUI_EVENT_TYPE_)?(?:TEXT|REASONING|THINKING|TOOL)_/i;

/** Placeholder of a secret: letters in a text, digits where a JSON number may be. */
function placeholderOf(kind: string, number: number, secret: string): string {
  const { length } = secret;
  // Card numbers do not begin with 9, and JSON numbers not with 0.
  if (/^\d+$/.test(secret)) return `9${String(number).padStart(length - 1, '0')}`.slice(0, length);
  const label = `${kind.replace(/ /g, '-')}-${number}`;
  const text = label.length < length - 1 ? label : `${number}`;
  return text.padEnd(length, '*').slice(0, length);
}

/** Ranges in order, without overlaps; of overlapping ones, the first rule's kind counts. */
function rangesIn(text: string): readonly SecretRange[] {
  const ranges = [...secretsIn(text)].map((range, rank) => ({ ...range, rank }));
  ranges.sort((a, b) => a.start - b.start || a.rank - b.rank);
  const joined: typeof ranges = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last === undefined || range.start >= last.end) {
      joined.push({ ...range, start: startOfEscape(text, range.start) });
      continue;
    }
    const { kind, rank } = range.rank < last.rank ? range : last;
    joined[joined.length - 1] = { kind, rank, start: last.start, end: Math.max(last.end, range.end) };
  }
  return joined;
}

/** An escape is replaced as a whole. */
function startOfEscape(text: string, start: number): number {
  const [slashes = ''] = /\\*$/.exec(text.slice(Math.max(0, start - 64), start)) ?? [];
  return start - (slashes.length % 2);
}

/** Line breaks within a secret stay. */
function inLines(placeholder: string, secret: string): string {
  if (!/[\r\n]/.test(secret)) return placeholder;
  return secret.replace(/[^\r\n]/g, (_unit, at: number) => placeholder[at] ?? '*');
}

/** Equal secrets have equal placeholders in all texts of a session. */
export function createSecretMask(): SecretMask {
  const known = new Map<string, string>();
  const edits = (text: string): readonly Edit[] =>
    rangesIn(text).map(({ kind, start, end }) => {
      const secret = text.slice(start, end);
      const made = known.get(secret) ?? placeholderOf(kind, known.size + 1, secret);
      known.set(secret, made);
      return { start, end, text: inLines(made, secret) };
    });
  const masked = (text: string): string => applyEdits(text, edits(text));
  return {
    edits,
    text: masked,
    pieces(parts) {
      const text = parts.join('');
      return splitEdited(text, edits(text), cutsOf(parts));
    },
    get count() {
      return known.size;
    },
  };
}

/** Edits of a text on the wire. A split secret is found in the joined text. */
export function hidingEdits(
  text: string,
  stream: number,
  { hides, deltas, isNoting }: Redaction,
): readonly Edit[] {
  const found = isNoting ? [] : (hides?.edits(text) ?? []);
  const node = text.includes('"delta"') ? parseTree(text) : undefined;
  if (node === undefined) return found;
  const edits = [...found];
  visit(node);
  return edits.sort((a, b) => a.start - b.start);

  function visit(at: JsonNode): void {
    if (at.kind === 'array') at.items.forEach(visit);
    if (at.kind !== 'object') return;
    const isPart = PART_OF_TEXT.test(stringOf(at, 'type') ?? '');
    if (isPart && isNoting && stringOf(at, 'type')?.endsWith('_START')) deltas.start(stream, at);
    for (const { key, value } of at.members) {
      if (isPart && key.value === 'delta' && value.kind === 'string') part(at, value);
      else visit(value);
    }
  }

  function part(owner: JsonNode, { start, end, value }: JsonNode & { readonly kind: 'string' }): void {
    if (isNoting) {
      deltas.note(stream, owner, value);
      return;
    }
    const piece = deltas.take() ?? value;
    if (piece === value) return;
    const rest = edits.filter((edit) => edit.end <= start || edit.start >= end);
    edits.splice(0, edits.length, ...rest, { start, end, text: JSON.stringify(piece) });
  }
}
