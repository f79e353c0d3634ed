// Breakable sites of a module, found in its syntax tree by vite's parser.
import { type ESTree, parseSync } from 'vite';
import { type Edit, editsOf } from './operators';

/** Position of a call that records that a site was reached: before a statement, or around an expression. */
export interface ProbePoint {
  readonly start: number;
  /** The end of the expression that is wrapped; undefined where the call is a statement of its own. */
  readonly end: number | undefined;
}

/** One node that can be broken, in one way or in several. */
export interface Site {
  readonly edits: readonly Edit[];
  readonly probe: ProbePoint;
}

/** Every site of a module, in the order of the tree; throws where the module cannot be parsed. */
export function sitesOf(file: string, source: string): readonly Site[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const sites: Site[] = [];
  const visit = (node: ESTree.Node, parent: ESTree.Node | undefined, outer: ProbePoint): void => {
    if (isType(node)) return;
    const probe = probeOf(node, parent) ?? outer;
    const edits = editsOf(node, parent, source);
    if (edits.length > 0) sites.push({ edits, probe: bodyProbe(node) ?? probe });
    for (const child of childrenOf(node)) visit(child, node, probe);
  };
  visit(program, undefined, { start: 0, end: undefined });
  return sites;
}

/** Types are left alone, but not the expression inside of `x as T` and its like. */
function isType(node: ESTree.Node): boolean {
  return node.type.startsWith('TS') && !('expression' in node && 'typeAnnotation' in node);
}

function* childrenOf(node: ESTree.Node): Generator<ESTree.Node> {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) yield* value.filter(isNode);
    else if (isNode(value)) yield value;
  }
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function probeOf(node: ESTree.Node, parent: ESTree.Node | undefined): ProbePoint | undefined {
  if (!parent) return undefined;
  if (parent.type === 'ArrowFunctionExpression' && parent.body === node) return bodyProbe(parent);
  const isStatement =
    ((parent.type === 'Program' || parent.type === 'BlockStatement') && holds(parent.body, node)) ||
    (parent.type === 'SwitchCase' && holds(parent.consequent, node));
  return isStatement ? { start: node.start, end: undefined } : undefined;
}

/** The body of an arrow function without braces is reached when it is called, not where it is made. */
function bodyProbe(node: ESTree.Node): ProbePoint | undefined {
  if (node.type !== 'ArrowFunctionExpression' || node.body.type === 'BlockStatement') return undefined;
  return { start: node.body.start, end: node.body.end };
}

function holds(nodes: readonly ESTree.Node[], node: ESTree.Node): boolean {
  return nodes.includes(node);
}
