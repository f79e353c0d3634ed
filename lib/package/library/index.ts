// Exports of the package `ag-ui-lens`.
export { at, check, compact, convert, diff, redact } from './functions';
export { LensError } from './lens-error';
export { read, readFile, readResponse } from './read';
export type * from './types';
