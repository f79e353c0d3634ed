// Redacts one JSON text on the wire by the list of safe fields. Everything between the values stays.
import {
  chosenIn,
  noteArguments,
  noteKept,
  notePointer,
  OPERATIONS,
  POINTER,
} from '@/lib/core/redact/chosen';
import { applyEdits, type Edit } from '@/lib/core/redact/edits';
import {
  CAPABILITY_KEYS,
  ENVELOPE_FIELDS,
  isSafe,
  PROTOCOL_FIELDS,
  type Treatment,
} from '@/lib/core/redact/fields';
import { hidingEdits } from '@/lib/core/redact/hide-secrets';
import {
  type JsonNode,
  type Member,
  memberOf,
  type ObjectNode,
  parseTree,
  stringOf,
} from '@/lib/core/redact/json-tree';
import { redactLoosely } from '@/lib/core/redact/loose';
import type { Redaction } from '@/lib/core/redact/redaction';
import { disablingEdits, noteWords, pointerToken, schemaEdits } from '@/lib/core/redact/schema';
import { isKeptWord, isTypeName } from '@/lib/core/redact/words';

/** Tool names that models accept: no spaces, no addresses. */
const TOOL_NAME = /^[\w.:/-]{1,128}$/;
/** A position in an array; operations there make the array one item longer. */
const ARRAY_PLACE = /^(.*)\/(?:-|\d{1,8})$/s;
const GROWING = /^(?:add|copy|move)$/;
const CLIENT_METADATA = '@ag-ui/client';
/** Answers to old interrupts, and CopilotKit's calls to other servers. */
const PROPS_KEPT: ReadonlySet<string> = new Set(['command', 'resume', '__proxiedMCPRequest']);
/** Keys with another such map as value. */
const OUTER_KEYS: ReadonlySet<string> = new Set([CLIENT_METADATA, 'command']);
const METADATA_KEPT: ReadonlySet<string> = new Set([
  CLIENT_METADATA,
  'tanstack',
  'authoritativeActivityTypes',
]);
/** Maximum depth of JSON texts within JSON texts. */
const NESTING_MAX = 3;

/** Context of an object; `isProtocol` inside an event or a request. */
interface ObjectPlace {
  readonly path: readonly string[];
  readonly isProtocol: boolean;
  /** The field that holds it. */
  readonly field: string;
}

function camel(key: string): string {
  return key.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

function typeOf(node: ObjectNode): string | undefined {
  const type = stringOf(node, 'type');
  return type !== undefined && isTypeName(type) ? type.toUpperCase() : undefined;
}

function isInput(node: ObjectNode): boolean {
  const thread = memberOf(node, 'threadId') ?? memberOf(node, 'thread_id');
  return thread !== undefined && (memberOf(node, 'messages') ?? memberOf(node, 'state')) !== undefined;
}

class WireText {
  readonly edits: Edit[] = [];
  readonly #redaction: Redaction;
  readonly #stream: number;
  readonly #nesting: number;

  constructor(redaction: Redaction, stream: number, nesting: number) {
    this.#redaction = redaction;
    this.#stream = stream;
    this.#nesting = nesting;
  }

  /** A value around events, an event, or a request. */
  node(node: JsonNode, place: ObjectPlace): void {
    if (node.kind === 'array') {
      this.#note(node.items.length);
      const inner = { ...place, path: [...place.path, '*'] };
      for (const item of node.items) this.node(item, inner);
    } else if (node.kind === 'object') this.#object(node, place);
    else if (node.kind === 'string' && !place.isProtocol) this.#outer(node.value, node);
    else this.#leaf(node);
  }

  #object(node: ObjectNode, place: ObjectPlace): void {
    const type = typeOf(node);
    const isRequest = type === undefined && isInput(node);
    const isProtocol = place.isProtocol || type !== undefined || isRequest;
    if (this.#redaction.isNoting && type?.endsWith('_START'))
      this.#redaction.deltas.start(this.#stream, node);
    const path = place.isProtocol ? place.path : this.#pathOf(node, isRequest ? 'request' : type, place);
    for (const member of node.members) this.#member(node, member, { path, isProtocol, field: place.field });
  }

  #pathOf(node: ObjectNode, root: string | undefined, { path }: ObjectPlace): readonly string[] {
    if (root !== undefined) return [root];
    // Unknown types can be kept, too.
    const { policy } = this.#redaction;
    const named = [stringOf(node, 'type') ?? ''];
    return policy.leadsTo(named) || policy.keeps(named) ? named : path;
  }

  #treatmentOf(
    owner: ObjectNode,
    name: string,
    { isProtocol, field, path }: ObjectPlace,
  ): Treatment | undefined {
    if (!isProtocol) return ENVELOPE_FIELDS.get(name) ?? ENVELOPE_FIELDS.get(camel(name));
    if (name === 'name' && (field === 'tools' || field === 'function' || field === 'toolCalls'))
      return 'tool';
    // Names of CUSTOM events determine how they are read.
    if (name === 'name' && typeOf(owner) === 'CUSTOM') return 'word';
    // The name of a call's arguments for some clients, and of an event's for some servers.
    if (name === 'parameters' && !path.includes('tools')) return 'value';
    return PROTOCOL_FIELDS.get(name) ?? PROTOCOL_FIELDS.get(camel(name));
  }

  #member(owner: ObjectNode, { key, value }: Member, place: ObjectPlace): void {
    const name = key.value;
    const path = [...place.path, name];
    const { policy } = this.#redaction;
    if (policy.keeps(path)) {
      this.#kept(owner, name, value, path);
      return;
    }
    const treatment = this.#treatmentOf(owner, name, place);
    if (treatment === undefined) {
      if (!policy.leadsTo(path)) this.#key(key);
      this.value(value, path);
      return;
    }
    this.#treat(treatment, value, { owner, path, isProtocol: place.isProtocol, field: camel(name) });
  }

  /** Keeps a chosen value; parts of texts are still counted. */
  #kept(owner: ObjectNode, name: string, value: JsonNode, path: readonly string[]): void {
    const { isNoting, deltas } = this.#redaction;
    noteKept(value, path, this.#redaction);
    if (value.kind !== 'string') return;
    if (name === 'arguments') noteArguments(value.value, this.#redaction);
    if (name !== 'delta') return;
    if (isNoting) deltas.note(this.#stream, owner, value.value, true);
    else deltas.take();
  }

  /** A member of an unknown map. */
  #entry(key: Member['key'], value: JsonNode, path: readonly string[]): void {
    const inner = [...path, key.value];
    if (this.#redaction.policy.keeps(inner)) {
      noteKept(value, inner, this.#redaction);
      return;
    }
    if (!this.#redaction.policy.leadsTo(inner)) this.#key(key);
    this.value(value, inner);
  }

  #treat(treatment: Treatment, node: JsonNode, at: ObjectPlace & { readonly owner: ObjectNode }): void {
    if (treatment === 'node' || (treatment === 'content' && node.kind === 'array')) this.node(node, at);
    else if (treatment === 'delta') this.#delta(node, at);
    else if (treatment === 'patch') this.#patch(node, at.path);
    else if (treatment === 'schema') this.#schema(node, at.path);
    else if (treatment === 'arguments') this.#arguments(node, at.path);
    else if (treatment === 'metadata') this.#known(node, at.path, METADATA_KEPT);
    else if (treatment === 'props') this.#known(node, at.path, PROPS_KEPT);
    else if (treatment === 'raw') this.#raw(node, at.path);
    else if (treatment === 'tool') this.#tool(node, at);
    else if (!isSafe(treatment, node)) this.value(node, at.path);
  }

  /** Everything becomes tokens: keys, texts, numbers. */
  value(node: JsonNode, path: readonly string[]): void {
    if (node.kind === 'array') {
      this.#note(node.items.length);
      const inner = [...path, '*'];
      const isKept = node.items.length > 0 && this.#redaction.policy.keeps(inner);
      for (const item of node.items) {
        if (isKept) noteKept(item, inner, this.#redaction);
        else this.value(item, inner);
      }
    } else if (node.kind === 'object') {
      for (const { key, value } of node.members) this.#entry(key, value, path);
    } else this.#leaf(node);
  }

  /** A declaration of capabilities: the protocol's keys and its flags stay. */
  declaration(node: JsonNode, path: readonly string[] = []): void {
    if (node.kind === 'array') {
      for (const item of node.items) this.declaration(item, [...path, '*']);
      return;
    }
    if (node.kind === 'string' || node.kind === 'number') this.#leaf(node);
    if (node.kind !== 'object') return;
    for (const { key, value } of node.members) {
      const inner = [...path, key.value];
      const isAgent = path.at(-1) === 'agents';
      if (this.#redaction.policy.keeps(inner) || (!isAgent && !CAPABILITY_KEYS.has(key.value))) {
        this.#entry(key, value, path);
        continue;
      }
      if (isAgent) this.#key(key);
      this.declaration(value, inner);
    }
  }

  #note(length: number): void {
    if (length > this.#redaction.longest) this.#redaction.longest = length;
  }

  #put(node: JsonNode, text: string): void {
    this.edits.push({ start: node.start, end: node.end, text });
  }

  #leaf(node: JsonNode): void {
    const { isNoting, tokens } = this.#redaction;
    if (isNoting) return;
    if (node.kind === 'string') this.#put(node, JSON.stringify(tokens.text(node.value)));
    else if (node.kind === 'number') this.#put(node, tokens.number(node.raw));
  }

  #key(key: JsonNode & { readonly kind: 'string' }): void {
    const { isNoting, tokens } = this.#redaction;
    if (!isNoting) this.#put(key, JSON.stringify(tokens.key(key.value)));
  }

  /** A text around events: another JSON text, a word, or any text. */
  #outer(text: string, node: JsonNode): void {
    if (isKeptWord(text)) return;
    const inner = /^\s*[[{]/.test(text) && this.#nesting < NESTING_MAX ? parseTree(text) : undefined;
    if (inner === undefined) {
      this.#leaf(node);
      return;
    }
    const nested = new WireText(this.#redaction, this.#stream, this.#nesting + 1);
    nested.node(inner, { path: [], isProtocol: false, field: '' });
    if (!this.#redaction.isNoting) this.#put(node, JSON.stringify(applyEdits(text, nested.edits)));
  }

  #delta(
    node: JsonNode,
    { owner, path }: { readonly owner: ObjectNode; readonly path: readonly string[] },
  ): void {
    if (node.kind === 'array') this.#patch(node, path);
    else if (node.kind !== 'string') this.value(node, path);
    else if (this.#redaction.isNoting) this.#redaction.deltas.note(this.#stream, owner, node.value);
    else
      this.#put(
        node,
        JSON.stringify(this.#redaction.deltas.take() ?? this.#redaction.tokens.text(node.value)),
      );
  }

  #patch(node: JsonNode, path: readonly string[]): void {
    if (node.kind !== 'array') {
      this.value(node, path);
      return;
    }
    for (const operation of node.items) {
      if (operation.kind !== 'object') {
        this.value(operation, path);
        continue;
      }
      if (this.#redaction.isNoting) this.#noteGrowth(operation);
      for (const { key, value } of operation.members) this.#operand(key, value, [...path, '*']);
    }
  }

  /** Patches make an array longer than it is in any single text. */
  #noteGrowth(operation: ObjectNode): void {
    const { grown } = this.#redaction;
    const [, parent] = ARRAY_PLACE.exec(stringOf(operation, 'path') ?? '') ?? [];
    if (parent === undefined || !GROWING.test(stringOf(operation, 'op') ?? '')) return;
    grown.set(parent, (grown.get(parent) ?? 0) + 1);
  }

  #operand(key: Member['key'], value: JsonNode, path: readonly string[]): void {
    const name = key.value;
    const inner = [...path, name];
    const isPointer = POINTER.test(name) && value.kind === 'string';
    if (this.#redaction.policy.keeps(inner)) {
      if (isPointer) notePointer(value, this.#redaction);
      noteKept(value, inner, this.#redaction);
    } else if (isPointer) {
      const { isNoting, tokens } = this.#redaction;
      if (!isNoting)
        this.#put(value, JSON.stringify(pointerToken(value.value, (key) => tokens.key(key), tokens)));
    } else if (name === 'op' && value.kind === 'string' && OPERATIONS.test(value.value)) return;
    else {
      if (name !== 'op' && name !== 'value' && !POINTER.test(name)) this.#key(key);
      this.value(value, inner);
    }
  }

  #schema(node: JsonNode, path: readonly string[]): void {
    const { policy, isNoting, toolWords } = this.#redaction;
    // Schemas of interrupts do not belong to tools.
    if (policy.keepsTools && path.at(-1) === 'parameters') {
      if (isNoting) noteWords(node, toolWords);
      else disablingEdits(node, this.edits);
    } else this.#looseSchema(node, path);
  }

  #looseSchema(node: JsonNode, path: readonly string[]): void {
    const { isNoting, tokens } = this.#redaction;
    const kept = chosenIn(node, path, this.#redaction);
    if (isNoting) return;
    const from = this.edits.length;
    const { keepsArguments } = this.#redaction;
    const value = (inner: JsonNode) => this.value(inner, path);
    schemaEdits(node, { tokens, edits: this.edits, keepsArguments, value });
    // Both are in the order of the text.
    let next = 0;
    for (const edit of this.edits.splice(from)) {
      while ((kept[next]?.end ?? Number.POSITIVE_INFINITY) < edit.end) next++;
      if ((kept[next]?.start ?? Number.POSITIVE_INFINITY) > edit.start) this.edits.push(edit);
    }
  }

  #arguments(node: JsonNode, path: readonly string[]): void {
    const { isNoting, tokens, toolWords } = this.#redaction;
    if (node.kind !== 'string') {
      this.value(node, path);
      return;
    }
    if (isNoting) return;
    const text = redactLoosely(node.value, tokens, (word) => toolWords.has(word)).text;
    this.#put(node, JSON.stringify(text));
  }

  /** A map in which some keys determine how it is read. */
  #known(node: JsonNode, path: readonly string[], keys: ReadonlySet<string>): void {
    if (node.kind !== 'object') {
      this.value(node, path);
      return;
    }
    for (const { key, value } of node.members) {
      const inner = [...path, key.value];
      if (!keys.has(key.value) || this.#redaction.policy.keeps(inner)) this.#entry(key, value, path);
      else if (OUTER_KEYS.has(key.value)) this.#known(value, inner, keys);
      else this.value(value, inner);
    }
  }

  #raw(node: JsonNode, path: readonly string[]): void {
    if (node.kind !== 'object') {
      this.value(node, path);
      return;
    }
    for (const { key, value } of node.members) {
      // Keeps visible that an event of the protocol is inside.
      const isType = key.value === 'type' && value.kind === 'string' && isTypeName(value.value);
      if (isType) continue;
      if (key.value !== 'type') this.#entry(key, value, path);
      else if (!this.#redaction.policy.keeps([...path, 'type'])) this.value(value, [...path, 'type']);
    }
  }

  #tool(node: JsonNode, { field, path, owner }: ObjectPlace & { readonly owner: ObjectNode }): void {
    const { isNoting, policy, declared, called } = this.#redaction;
    if (isNoting && node.kind === 'string') {
      const isDeclared = field === 'name' && memberOf(owner, 'parameters') !== undefined;
      (isDeclared ? declared : called).add(node.value);
    }
    const isName = node.kind === 'string' && (declared.has(node.value) || TOOL_NAME.test(node.value));
    if (!policy.keepsTools || !isName) this.value(node, path);
  }
}

/** The edits that redact a text on the wire that is not JSON. */
export function looseEdits(text: string, redaction: Redaction): readonly Edit[] {
  const { tokens, toolWords, isNoting, hides } = redaction;
  if (isNoting) return [];
  if (hides !== undefined) return hides.edits(text);
  const isField = (word: string) => PROTOCOL_FIELDS.has(word) || ENVELOPE_FIELDS.has(word);
  const isKept = (word: string, isKey: boolean) =>
    toolWords.has(word) || isKeptWord(word) || (isKey && isField(word));
  return redactLoosely(text, tokens, isKept).edits;
}

export function wireEdits(text: string, stream: number, redaction: Redaction): readonly Edit[] {
  if (redaction.hides !== undefined) return hidingEdits(text, stream, redaction);
  const node = parseTree(text);
  if (node === undefined) return looseEdits(text, redaction);
  const walk = new WireText(redaction, stream, 0);
  walk.node(node, { path: [], isProtocol: false, field: '' });
  return walk.edits;
}

export function declarationEdits(text: string, stream: number, redaction: Redaction): readonly Edit[] {
  const node = redaction.hides === undefined ? parseTree(text) : undefined;
  if (node === undefined) return looseEdits(text, redaction);
  const walk = new WireText(redaction, stream, 0);
  walk.declaration(node);
  return walk.edits;
}
