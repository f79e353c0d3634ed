// Expected values in files beside the input. `LENS_UPDATE=1` writes them anew; read the difference.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'vitest';

/** Compares a JSON value with what a file holds. A file that is missing is a failure, unless it is to be written. */
export function expectGolden(path: string, value: unknown): void {
  if (process.env['LENS_UPDATE'] === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);
  }
  expect(JSON.parse(JSON.stringify(value))).toEqual(JSON.parse(readFileSync(path, 'utf8')));
}
