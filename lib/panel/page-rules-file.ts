// Import and export of rules.
import { type PageRule, parsePageRules } from '@/lib/messages/page-rules';
import { isObject, parseJson } from '@/lib/messages/values';

const FILE_FORMAT = 'ag-ui-lens-rules';

export function writePageRules(rules: readonly PageRule[]): string {
  return `${JSON.stringify({ format: FILE_FORMAT, version: 1, rules }, undefined, 2)}\n`;
}

export function readPageRules(text: string): readonly PageRule[] | undefined {
  const file = parseJson(text);
  return isObject(file) && file['format'] === FILE_FORMAT ? parsePageRules(file['rules']) : undefined;
}
