// A JSON array as text.

/** The text of a JSON array, one element per line. */
export function* arrayText(items: Iterable<unknown>): Iterable<string> {
  let separator = '[\n';
  for (const item of items) {
    yield `${separator}${JSON.stringify(item)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
