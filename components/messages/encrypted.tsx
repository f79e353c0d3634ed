// Size and type (AG-UI 1.1) of the encrypted value of a message or call.

import { formatSize } from '@/lib/core/json/format';
import { isJsonObject } from '@/lib/core/json/json';
import { cut } from '@/lib/core/json/preview';
import { TEXTS } from '../texts';

/** Longer types are cut, characters. */
const TYPE_MAX = 120;

export function Encrypted({ of }: { of: object }) {
  const { encryptedValue: value, encryptedValueType: type } = isJsonObject(of) ? of : {};
  if (typeof value !== 'string') return null;
  const named = typeof type === 'string' ? cut(type, TYPE_MAX) : undefined;
  return <p class="dim">{TEXTS.messages.encrypted(formatSize(value.length), named)}</p>;
}
