// Edits for one node of the syntax tree. Types, imports and texts are left alone: a test that notices
// them would be a test of the compiler or of the wording.
import type { ESTree } from 'vite';

/** One way to break a node: a stretch of the source and what stands there instead. */
export interface Edit {
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const BINARY: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
};
const LOGICAL: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' };
const ASSIGNMENT: Readonly<Record<string, string>> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '|=': '&=',
  '&=': '|=',
  '<<=': '>>=',
  '>>=': '<<=',
  '??=': '=',
  '||=': '=',
  '&&=': '=',
};
const METHOD: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};

/** Everything that may be broken at a node itself; what its children offer is theirs. */
export function editsOf(node: ESTree.Node, parent: ESTree.Node | undefined, source: string): readonly Edit[] {
  switch (node.type) {
    case 'BinaryExpression':
      if (node.operator === '+' && (isText(node.left) || isText(node.right))) return [];
      return swap('comparison or arithmetic', source, node.operator, node.left.end, BINARY[node.operator]);
    case 'LogicalExpression':
      return swap('logic', source, node.operator, node.left.end, one(LOGICAL[node.operator]));
    case 'AssignmentExpression':
      return swap('assignment', source, node.operator, node.left.end, one(ASSIGNMENT[node.operator]));
    case 'UpdateExpression': {
      const at = node.prefix ? node.start : node.argument.end;
      return swap('assignment', source, node.operator, at, [node.operator === '++' ? '--' : '++']);
    }
    case 'UnaryExpression':
      if (node.operator !== '!' && node.operator !== '-') return [];
      return [{ operator: 'negation', start: node.start, end: node.start + 1, text: ' ' }];
    case 'Literal':
      return literalEdits(node, parent);
    case 'IfStatement':
    case 'ConditionalExpression':
      return conditionEdits(node.test, ['true', 'false']);
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      // The other way round is an endless loop, which proves nothing about the tests.
      return conditionEdits(node.test, ['false']);
    case 'ReturnStatement':
      if (!node.argument || isUndefined(node.argument)) return [];
      return [replaced('return value', node, 'return;')];
    case 'ArrowFunctionExpression':
      if (node.body.type === 'BlockStatement' || isUndefined(node.body)) return [];
      return [replaced('return value', node.body, 'undefined')];
    case 'ExpressionStatement':
    case 'ThrowStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return [replaced('statement', node, ';')];
    case 'MemberExpression':
      if (!node.optional) return [];
      return swap('optional chain', source, '?.', node.object.end, [node.computed ? '' : '.']);
    case 'CallExpression':
      return callEdits(node, source);
    default:
      return [];
  }
}

function swap(
  operator: string,
  source: string,
  token: string,
  from: number,
  texts: readonly string[] = [],
): readonly Edit[] {
  const start = source.indexOf(token, from);
  return texts.map((text) => ({ operator, start, end: start + token.length, text }));
}

function one(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

function replaced(operator: string, { start, end }: ESTree.Node, text: string): Edit {
  return { operator, start, end, text };
}

function conditionEdits(test: ESTree.Node | null, texts: readonly string[]): readonly Edit[] {
  if (!test || test.type === 'Literal') return [];
  return texts.map((text) => replaced('condition', test, text));
}

function literalEdits(
  node: ESTree.Node & { readonly type: 'Literal' },
  parent: ESTree.Node | undefined,
): readonly Edit[] {
  if (parent?.type === 'Property' && parent.key === node) return [];
  const { value } = node;
  if (typeof value === 'boolean') return [replaced('literal', node, String(!value))];
  if (typeof value !== 'number') return [];
  const others = value > 0 ? [value + 1, value - 1] : [value + 1];
  return others.map((other) => replaced('literal', node, String(other)));
}

function callEdits(node: ESTree.CallExpression, source: string): readonly Edit[] {
  if (node.optional) return swap('optional chain', source, '?.', node.callee.end, ['']);
  if (node.callee.type !== 'MemberExpression' || node.callee.computed) return [];
  const { property } = node.callee;
  const other = property.type === 'Identifier' ? METHOD[property.name] : undefined;
  return other === undefined ? [] : [replaced('method', property, other)];
}

/** A text joined to something is wording: a minus instead of the plus makes NaN of it, which proves little. */
function isText(node: ESTree.Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

function isUndefined(node: ESTree.Node): boolean {
  return node.type === 'Identifier' && node.name === 'undefined';
}
