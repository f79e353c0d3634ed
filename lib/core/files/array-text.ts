// A JSON array as text.

function indented(value: unknown): string {
  return `  ${JSON.stringify(value, undefined, 2).replaceAll('\n', '\n  ')}`;
}

/** One element per line, or with each of them spread out over lines. */
export function* arrayText<T>(
  items: Iterable<T>,
  as: 'lines' | 'indented' = 'lines',
  toText: (item: T) => string = (item) => JSON.stringify(item),
): Iterable<string> {
  let separator = '[\n';
  for (const item of items) {
    yield `${separator}${as === 'lines' ? toText(item) : indented(item)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
