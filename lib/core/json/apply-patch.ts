// Applies JSON patches (RFC 6902) by path copying, completely or not at all. Results, failures and error names follow
// fast-json-patch's applyPatch(document, patch, true, false), which the stock client calls; test/core/model compares them.
import jsonpatch from 'fast-json-patch';
import { isJsonArray, isJsonObject, type Json } from '@/lib/core/json/json';
import {
  cloneJson,
  createDraft,
  insertItem,
  isEqualJson,
  type JsonDraft,
  type MutableJson,
  openChild,
  openNode,
  openRoot,
  readKey,
  removeItem,
  removeKey,
  rollBack,
  setItem,
  setKey,
  setRoot,
  shared,
  writable,
} from '@/lib/core/json/json-draft';
import { CopyBudget } from '@/lib/core/json/json-size';
import type { Owner } from '@/lib/core/json/owner';
import { unescapeToken } from '@/lib/core/json/pointer';

type Patched =
  | { readonly ok: true; readonly document: Json | undefined }
  | { readonly ok: false; readonly operation: number; readonly name: string; readonly message: string };

/** Error name of our own limit: the result is too large to be shown or saved. */
export const TOO_LARGE = 'DOCUMENT_TOO_LARGE';

class PatchFault extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

type Op = 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';

interface Operation {
  readonly op: Op;
  readonly path: string;
  readonly from: string;
  readonly value: Json | undefined;
}

const OPS: ReadonlySet<unknown> = new Set<Op>(['add', 'remove', 'replace', 'move', 'copy', 'test']);
const NEEDS_VALUE: ReadonlySet<unknown> = new Set<Op>(['add', 'replace', 'test']);

/** Refuses an operation under one of the stock library's error names. */
function fault(name: string, message: string): never {
  throw new PatchFault(name, message);
}

/** Validates an operation as the stock library does; throws with `fault`. */
function parseOperation(raw: unknown): Operation {
  if (!isJsonObject(raw)) fault('OPERATION_NOT_AN_OBJECT', 'The operation is not an object');
  const { op, path, from, value } = raw;
  if (!OPS.has(op)) fault('OPERATION_OP_INVALID', `'${String(op)}' is not an RFC 6902 operation`);
  if (typeof path !== 'string') fault('OPERATION_PATH_INVALID', 'The path is not a string');
  if (!path.startsWith('/') && path !== '') {
    fault('OPERATION_PATH_INVALID', `The path '${path}' does not start with "/"`);
  }
  if ((op === 'move' || op === 'copy') && typeof from !== 'string') {
    fault('OPERATION_FROM_REQUIRED', `'${op}' needs a 'from'`);
  }
  if (NEEDS_VALUE.has(op) && value === undefined) {
    fault('OPERATION_VALUE_REQUIRED', `'${String(op)}' needs a 'value'`);
  }
  return { op: op as Op, path, from: typeof from === 'string' ? from : '', value };
}

type Operations = Parameters<typeof jsonpatch.applyPatch>[1];

function pointerKeys(path: string): string[] {
  const keys = path.split('/');
  keys.shift();
  return path.includes('~') ? keys.map(unescapeToken) : keys;
}

function isIndex(key: string): boolean {
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    if (unit < 48 || unit > 57) return false;
  }
  return true;
}

// The stock library truncates to 32 bits, so this does too.
function toIndex(key: string, length: number): number {
  return key === '-' ? length : Number(key) | 0;
}

function checkBanned(keys: readonly string[], at: number): void {
  const key = keys[at];
  if (key === '__proto__' || (key === 'prototype' && keys[at - 1] === 'constructor')) {
    fault('TypeError', `'${key}' must not be changed by a patch`);
  }
}

// Names inherited by arrays and strings: the stock library finds methods there. Objects may have such members.
const INHERITED = Object.freeze<unknown[]>([]);

/** Thrown if the patch must be applied by the library itself. */
class OddPath extends Error {}

function checkInherited(node: Json | undefined, key: string): void {
  // Fast path: true for nearly every step.
  if (isJsonObject(node) || isIndex(key)) return;
  if (key in INHERITED && key !== '__proto__') throw new OddPath();
}

function unreadable(key: string): never {
  fault('TypeError', `'${key}' cannot be read: its parent is null or missing`);
}

/** The value at a path, read without validation. */
function valueAt(root: Json | undefined, path: string): Json | undefined {
  if (path === '') return root;
  const keys = pointerKeys(path);
  let node = root;
  keys.forEach((key, at) => {
    checkBanned(keys, at);
    if (node === null || node === undefined) unreadable(key);
    checkInherited(node, key);
    node = Array.isArray(node)
      ? key === '-' || !isIndex(key)
        ? undefined
        : node[toIndex(key, 0)]
      : readKey(node, key);
  });
  return node;
}

// Incoming values are checked elsewhere; only inserting one deep into a document can exceed the depth limit.
const LEVELS_SAFE = 64;

function levelsOf(path: string): number {
  return path.split('/').length;
}

function checkDepth(value: Json | undefined, path: string, budget: CopyBudget): void {
  if (typeof value !== 'object' || value === null || levelsOf(path) <= LEVELS_SAFE) return;
  refuse(budget.refusal(value, levelsOf(path)));
}

function refuse(reason: string | undefined): void {
  if (reason !== undefined) fault(TOO_LARGE, reason);
}

// The depth at which a path stops existing decides which operations are allowed.
function checkPlace(operation: Operation, root: Json | undefined, missingAt: number, length: number): void {
  const { op, path, from } = operation;
  const exists = missingAt === -1;
  if (op === 'add' && !exists && missingAt !== length - 1) {
    fault('OPERATION_PATH_CANNOT_ADD', `Cannot add at '${path}': its parent does not exist`);
  }
  if ((op === 'replace' || op === 'remove') && !exists) {
    fault('OPERATION_PATH_UNRESOLVABLE', `Cannot ${op} '${path}': nothing is there`);
  }
  if ((op === 'move' || op === 'copy') && !isResolvable(root, from)) {
    fault('OPERATION_FROM_UNRESOLVABLE', `Cannot ${op} from '${from}': nothing is there`);
  }
}

function isResolvable(root: Json | undefined, from: string): boolean {
  if (from === '') return true;
  const keys = pointerKeys(from);
  let node = root;
  for (const [at, key] of keys.entries()) {
    checkBanned(keys, at);
    if (at > 0 && (typeof node !== 'object' || node === null)) return false;
    checkInherited(node, key);
    const next = readKey(node, key);
    if (next === undefined || typeof next === 'function') return false;
    if (Array.isArray(node) && !isIndex(key)) return false;
    node = next;
  }
  return true;
}

interface Target {
  readonly parent: MutableJson;
  readonly key: string;
}

/** Walks to the parent of the path's last key, validating like the stock library. */
function walk(draft: JsonDraft, operation: Operation): Target {
  const keys = pointerKeys(operation.path);
  const last = keys.length - 1;
  const isTest = operation.op === 'test';
  let node: Json | undefined = isTest ? draft.root : (openRoot(draft) ?? draft.root);
  let isChecked = false;
  for (const [at, key] of keys.entries()) {
    checkBanned(keys, at);
    if (node === null || node === undefined) unreadable(key);
    checkInherited(node, key);
    const member = readKey(node, key);
    if (!isChecked && (member === undefined || at === last)) {
      isChecked = true;
      checkPlace(operation, draft.root, member === undefined ? at : -1, keys.length);
    }
    if (Array.isArray(node) && key !== '-' && !isIndex(key)) {
      fault('OPERATION_PATH_ILLEGAL_ARRAY_INDEX', `'${key}' in '${operation.path}' is not an array index`);
    }
    if (at === last) break;
    const childKey: string | number = Array.isArray(node) ? toIndex(key, node.length) : key;
    const child: Json | undefined = isJsonArray(node) ? node[Number(childKey)] : member;
    if (typeof child !== 'object' || child === null) {
      fault(
        'OPERATION_PATH_UNRESOLVABLE',
        `'${operation.path}' goes through a value that is neither an object nor an array`,
      );
    }
    // A node with a child is a container.
    node = isTest ? child : openNode(draft, node as MutableJson, childKey, child);
  }
  if (typeof node !== 'object' || node === null) unreadable(keys[last] ?? '');
  return { parent: writable(node), key: keys[last] ?? '' };
}

function add(draft: JsonDraft, { parent, key }: Target, value: Json): void {
  if (!Array.isArray(parent)) setKey(draft, parent, key, value);
  else if (key === '-' || isIndex(key)) insertItem(draft, parent, toIndex(key, parent.length), value);
  // JSON drops a named property of an array, as does the stock library.
}

function remove(draft: JsonDraft, { parent, key }: Target): Json | undefined {
  if (!Array.isArray(parent)) return removeKey(draft, parent, key);
  return removeItem(draft, parent, toIndex(key, parent.length));
}

/** Walks without validation, like the two halves of a move in the stock library. */
function reach(draft: JsonDraft, path: string): Target {
  const keys = pointerKeys(path);
  let node: Json | undefined = openRoot(draft) ?? draft.root;
  for (const [at, key] of keys.entries()) {
    checkBanned(keys, at);
    if (typeof node !== 'object' || node === null) unreadable(key);
    checkInherited(node, key);
    if (at === keys.length - 1) return { parent: writable(node), key };
    node = openChild(draft, writable(node), Array.isArray(node) ? toIndex(key, node.length) : key);
  }
  return fault('TypeError', `'${path}' has no parent`);
}

function move(draft: JsonDraft, { from, path }: Operation, budget: CopyBudget): void {
  // The stock library would create a circular document here.
  if (from === '') fault('TypeError', 'The whole document cannot be moved into itself');
  const value = remove(draft, reach(draft, from));
  if (value === undefined) unreadable(from);
  checkDepth(value, path, budget);
  add(draft, reach(draft, path), value);
}

function applyToRoot(draft: JsonDraft, { op, from, value }: Operation): void {
  switch (op) {
    case 'add':
    case 'replace':
      setRoot(draft, value);
      return;
    case 'move':
    case 'copy':
      setRoot(draft, valueAt(draft.root, from));
      return;
    case 'remove':
      setRoot(draft, null);
      return;
    case 'test':
      if (!isEqualJson(draft.root, value))
        fault('TEST_OPERATION_FAILED', "The document does not equal the test's value");
      return;
  }
}

function applyOperation(draft: JsonDraft, operation: Operation, budget: CopyBudget): void {
  if (operation.path === '') {
    applyToRoot(draft, operation);
    return;
  }
  const target = walk(draft, operation);
  const { parent, key } = target;
  const { op, path, from, value } = operation;
  switch (op) {
    case 'add': {
      checkDepth(value, path, budget);
      const isOutside = Array.isArray(parent) && toIndex(key, parent.length) > parent.length;
      if (isOutside) fault('OPERATION_VALUE_OUT_OF_BOUNDS', `'${path}' is past the end of its array`);
      add(draft, target, value ?? null);
      return;
    }
    case 'replace':
      checkDepth(value, path, budget);
      if (Array.isArray(parent)) setItem(draft, parent, toIndex(key, parent.length), value ?? null);
      else setKey(draft, parent, key, value ?? null);
      return;
    case 'remove':
      remove(draft, target);
      return;
    case 'test': {
      const actual = Array.isArray(parent) ? parent[toIndex(key, parent.length)] : readKey(parent, key);
      if (!isEqualJson(actual, value))
        fault('TEST_OPERATION_FAILED', `The value at '${path}' does not equal the test's value`);
      return;
    }
    case 'copy': {
      const copied = valueAt(draft.root, from) ?? null;
      refuse(budget.refusal(copied, levelsOf(path), draft.root));
      const value = shared(copied, draft.owner);
      // The target may be in a part that is shared from here on, and then needs a node of its own.
      add(draft, reach(draft, path), value);
      return;
    }
    case 'move':
      move(draft, operation, budget);
      return;
  }
}

// Matches names that every object has. The stock library treats such paths, non-object documents and documents
// replaced within a patch oddly, so these patches are applied by the library itself.
const OF_EVERY_OBJECT = new RegExp(Object.getOwnPropertyNames(Object.prototype).join('|'));

function isOddPath(pointer: unknown): boolean {
  return (
    typeof pointer === 'string' &&
    OF_EVERY_OBJECT.test(pointer) &&
    pointerKeys(pointer).some((key) => key in Object.prototype && key !== '__proto__')
  );
}

function isOdd(raw: unknown): boolean {
  if (!isJsonObject(raw)) return false;
  const { op, path, from } = raw;
  if (typeof op === 'string' && (op in Object.prototype || op === '_get')) return true;
  return (
    isOddPath(path) || (op === 'move' && from === '') || ((op === 'move' || op === 'copy') && isOddPath(from))
  );
}

/** Reason to refuse a copy or move of the library, which reports impossible ones itself. */
function oddRefusal(
  document: Json | undefined,
  raw: Json | undefined,
  budget: CopyBudget,
): string | undefined {
  if (!isJsonObject(raw) || (raw['op'] !== 'copy' && raw['op'] !== 'move')) return undefined;
  const { from, path } = raw;
  if (typeof from !== 'string' || typeof path !== 'string') return undefined;
  let copied: Json | undefined;
  try {
    copied = valueAt(document, from);
  } catch {
    return undefined;
  }
  return typeof copied === 'function' ? undefined : budget.refusalOfClone(copied, levelsOf(path), document);
}

function applyByLibrary(document: Json | undefined, patch: readonly Json[]): Patched {
  // Before cloning anything.
  const message = oddRefusal(document, patch[0], new CopyBudget(() => true));
  if (message !== undefined) return { ok: false, operation: 0, name: TOO_LARGE, message };
  // The library changes its documents in place.
  const budget = new CopyBudget(() => false);
  // The library represents "no document" by null.
  let made: Json | undefined = cloneJson(document ?? null);
  let index = 0;
  try {
    // The library checks the operations itself.
    const operations = cloneJson(patch) as unknown as Operations;
    for (const operation of operations) {
      refuse(oddRefusal(made, patch[index], budget));
      made = jsonpatch.applyOperation(made, operation, true, true, true, index).newDocument;
      index++;
    }
    return { ok: true, document: made === undefined ? undefined : cloneJson(made) };
  } catch (error) {
    const { name, message: text } = error instanceof Error ? error : new Error(String(error));
    return { ok: false, operation: index, name, message: text.split('\n')[0] ?? '' };
  }
}

function isOnRoot(raw: unknown): boolean {
  return isJsonObject(raw) && raw['path'] === '';
}

function isMove(raw: unknown): boolean {
  return isJsonObject(raw) && raw['op'] === 'move';
}

/** Never throws. The given document is unchanged except for nodes that the owner made; undefined counts as null. */
export function applyPatch(document: Json | undefined, patch: unknown, owner: Owner): Patched {
  if (!isJsonArray(patch)) {
    return { ok: false, operation: 0, name: 'SEQUENCE_NOT_AN_ARRAY', message: 'The patch is not an array' };
  }
  const isSimple = typeof document === 'object' && document !== null && !patch.some(isOdd);
  const isRootChanged = patch.length > 1 && patch.some(isOnRoot);
  if (!isSimple || isRootChanged) return applyByLibrary(document, patch);
  const draft = createDraft(document, owner, patch.length > 1 || isMove(patch[0]));
  const budget = new CopyBudget((node) => !owner.has(node));
  let index = 0;
  try {
    for (; index < patch.length; index++) applyOperation(draft, parseOperation(patch[index]), budget);
    return { ok: true, document: draft.root };
  } catch (error) {
    rollBack(draft);
    if (error instanceof OddPath) return applyByLibrary(document, patch);
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { ok: false, operation: index, name, message };
  }
}
