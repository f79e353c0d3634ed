// JSON pointers (RFC 6901).
import { isJsonObject, type Json } from '@/lib/core/json/json';

export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

export function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

/** The tokens of a pointer, unescaped; none for the whole document. */
export function tokensOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeToken);
}

export function pointerOf(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join('');
}

/** Pointer of the parent; undefined for the whole document. */
export function parentOf(pointer: string): string | undefined {
  const at = pointer.lastIndexOf('/');
  return at < 0 ? undefined : pointer.slice(0, at);
}

/** The own member of a value by token: nothing inherited. */
export function memberOf(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

export function valueAt(root: Json | undefined, pointer: string): Json | undefined {
  let value = root;
  for (const token of tokensOf(pointer)) {
    if (value === undefined) return undefined;
    value = memberOf(value, token);
  }
  return value;
}
