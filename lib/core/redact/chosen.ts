// Values to keep, and references to them: keys, pointers of patches, ids. Collected in the first pass.
import { tokensOf } from '@/lib/core/json/pointer';
import { type JsonNode, parseTree, stringOf } from '@/lib/core/redact/json-tree';
import type { Policy } from '@/lib/core/redact/policy';

interface KeptNotes {
  readonly isNoting: boolean;
  readonly policy: Policy;
  readonly keptKeys: Set<string>;
  readonly keptIds: Set<string>;
  keepsArguments: boolean;
}

export const OPERATIONS = /^(?:add|remove|replace|move|copy|test)$/;
/** Its members that are pointers. */
export const POINTER = /^(?:path|from)$/;
/** Names of fields that other places refer to. */
const ID = /^(?:id|toolCallName|stepName|.*(?:Ids?|_ids?))$/;
/** Fields that contain objects of the protocol. */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...['input', 'messages', 'tools', 'toolCalls', 'function', 'resume', 'outcome', 'interrupts'],
]);

/** True for ids of the protocol. References inside of app data are unknown. */
function isId(path: readonly string[]): boolean {
  const names = path.slice(1).filter((segment) => segment !== '*');
  const name = names.pop() ?? '';
  if (!names.every((above) => STRUCTURE.has(above))) return false;
  const above = names.at(-1);
  return ID.test(name) || (name === 'name' && (above === 'tools' || above === 'function'));
}

/** Notes the keys, pointers and ids in a value that stays. */
export function noteKept(node: JsonNode, path: readonly string[], notes: KeptNotes): void {
  if (!notes.isNoting) return;
  if (node.kind === 'array') for (const item of node.items) noteKept(item, [...path, '*'], notes);
  else if (node.kind === 'object') {
    const isOperation = OPERATIONS.test(stringOf(node, 'op') ?? '');
    for (const { key, value } of node.members) {
      notes.keptKeys.add(key.value);
      if (isOperation && POINTER.test(key.value)) notePointer(value, notes);
      noteKept(value, [...path, key.value], notes);
    }
  } else if (node.kind === 'string' && isId(path)) notes.keptIds.add(node.value);
}

export function notePointer(node: JsonNode, { isNoting, keptKeys }: KeptNotes): void {
  if (isNoting && node.kind === 'string') for (const key of tokensOf(node.value)) keptKeys.add(key);
}

/** Notes the names of kept arguments, which the schema of the tool contains, too. */
export function noteArguments(text: string, notes: KeptNotes): void {
  if (!notes.isNoting) return;
  notes.keepsArguments = true;
  const node = parseTree(text);
  if (node !== undefined) noteKept(node, [], notes);
}

/** The kept parts of a schema and the keys on their paths; notes their contents. */
export function chosenIn(node: JsonNode, path: readonly string[], notes: KeptNotes): readonly JsonNode[] {
  const { policy } = notes;
  if (policy.keeps(path)) {
    noteKept(node, path, notes);
    return [node];
  }
  if (!policy.leadsTo(path)) return [];
  if (node.kind === 'array') return node.items.flatMap((item) => chosenIn(item, [...path, '*'], notes));
  if (node.kind !== 'object') return [];
  return node.members.flatMap(({ key, value }) => {
    const inner = [...path, key.value];
    const found = chosenIn(value, inner, notes);
    return policy.keeps(inner) || policy.leadsTo(inner) ? [key, ...found] : found;
  });
}
