// Exports of the package `ag-ui-lens`.
export { at } from './at';
export { check } from './check';
export { compact } from './compact';
export { convert } from './convert';
export { diff } from './diff';
export { LensError } from './lens-error';
export { read, readFile, readResponse } from './read';
export { redact } from './redact';
export type * from './types';
