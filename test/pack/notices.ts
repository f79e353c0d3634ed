// The licences of what is in the bundles.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

function noticeOf(folder: string): string {
  // It is npm that has put it there.
  const { name, version, license } = JSON.parse(
    readFileSync(resolve(folder, 'package.json'), 'utf8'),
  ) as PackageJson;
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
  const text = file === undefined ? '' : `\n${readFileSync(resolve(folder, file), 'utf8').trim()}\n`;
  return `${name} ${version} (${license ?? 'see its own words'})\n${text}`;
}

/** The text of NOTICES.txt. */
export function noticesOf(folders: readonly string[]): string {
  return `This package contains parts of:\n\n${folders.map(noticeOf).join(`\n${'-'.repeat(80)}\n\n`)}`;
}
