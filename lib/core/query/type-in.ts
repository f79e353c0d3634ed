// Finds out whether a block has an event of certain types, in any spelling.
import type { Log } from '@/lib/core/log/log';
import type { Block } from '@/lib/core/log/types';

export function createTypeTest(log: Pick<Log, 'typeOf'>, types: RegExp): (block: Block) => boolean {
  const known = new Map<string, boolean>();
  const isOne = (type: string): boolean => {
    const is = known.get(type) ?? types.test(type);
    known.set(type, is);
    return is;
  };
  return ({ from, end }) => {
    for (let seq = from; seq < end; seq++) if (isOne(log.typeOf(seq))) return true;
    return false;
  };
}
