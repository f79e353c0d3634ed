// Validation and refusal of one operation of a JSON patch.
import { isJsonObject, type Json } from '@/lib/core/json/json';

class PatchFault extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

type Op = 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';

export interface Operation {
  readonly op: Op;
  readonly path: string;
  readonly from: string;
  readonly value: Json | undefined;
}

const OPS: ReadonlySet<unknown> = new Set<Op>(['add', 'remove', 'replace', 'move', 'copy', 'test']);
const NEEDS_VALUE: ReadonlySet<unknown> = new Set<Op>(['add', 'replace', 'test']);

/** Refuses an operation under one of the stock library's error names. */
export function fault(name: string, message: string): never {
  throw new PatchFault(name, message);
}

/** Validates an operation as the stock library does; throws with `fault`. */
export function parseOperation(raw: unknown): Operation {
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
