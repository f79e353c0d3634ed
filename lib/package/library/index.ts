// The package `ag-ui-lens`: what it exports.
export { at } from './at';
export { check } from './check';
export { compact } from './compact';
export { convert } from './convert';
export { diff } from './diff';
export { LensError } from './lens-error';
export { read, readResponse } from './read';
export { readFile } from './read-file';
export { redact } from './redact';
export type * from './types';
