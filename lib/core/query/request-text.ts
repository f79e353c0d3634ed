// The text of a request for searching.
import type { Boundary } from '@/lib/core/log/types';

/** Undefined for other boundaries. */
export function textOfRequest(boundary: Boundary): string | undefined {
  if (boundary.kind === 'request') return JSON.stringify(boundary.input);
  if (boundary.kind !== 'open') return undefined;
  const { method, url, requestBody = '' } = boundary.stream;
  return `${method} ${url} ${requestBody}`;
}
