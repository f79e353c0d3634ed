// Rules as a file of their own.
import { type PageRule, parsePageRules } from '@/lib/messages/page-rules';

const FILE_FORMAT = 'ag-ui-lens-rules';

/** Rules as a small JSON file. */
export function writePageRules(rules: readonly PageRule[]): string {
  return `${JSON.stringify({ format: FILE_FORMAT, version: 1, rules }, undefined, 2)}\n`;
}

/** The rules of such a file; undefined if it is none. */
export function readPageRules(text: string): readonly PageRule[] | undefined {
  try {
    const file: unknown = JSON.parse(text);
    if (typeof file !== 'object' || file === null || !('format' in file) || !('rules' in file))
      return undefined;
    return file.format === FILE_FORMAT ? parsePageRules(file.rules) : undefined;
  } catch {
    // Not JSON.
    return undefined;
  }
}
