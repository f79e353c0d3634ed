// RESULTS.md: the newest saved numbers of each part, with the machine that made them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { missed } from './missed';
import { cellsOf, isMissed, type Row } from './table';

const FILE = join(import.meta.dirname, 'RESULTS.md');

const HEAD = `# What it costs

Written by \`npm run bench -- --save\`, part by part. "beside" was measured in the same run: a floor is what the platform alone takes, a peer is the usual alternative. Numbers of different days are from different moods of a shared machine; the ratios are what counts.
`;

function machine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]?.toFixed(1);
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, Node ${process.versions.node}, ${availableParallelism()} × ${cpu?.model.trim() || 'unknown CPU'}, ${gigabytes} GB, load ${load} at the end`;
}

/** Known reasons of missed goals. */
function why(rows: readonly Row[]): readonly string[] {
  const known = missed.filter(([start]) => rows.some((row) => isMissed(row) && row.what.startsWith(start)));
  return known.length === 0
    ? []
    : ['Where a goal is missed:', '', ...known.map(([start, text]) => `- ${start}…: ${text}`), ''];
}

function section(name: string, rows: readonly Row[]): string {
  const [head = [], ...lines] = cellsOf(rows);
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    `## ${name}`,
    '',
    machine(),
    '',
    line(head),
    line(head.map(() => '---')),
    ...lines.map(line),
    '',
    ...why(rows),
  ].join('\n');
}

/** Replaces the section of one part. */
export function saveResults(name: string, rows: readonly Row[]): void {
  const old = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD;
  const [, ...sections] = old.split(/^(?=## )/m);
  const kept = sections
    .filter((text) => !text.startsWith(`## ${name}\n`))
    .map((text) => `${text.trimEnd()}\n`);
  const all = [...kept, section(name, rows)].sort();
  writeFileSync(FILE, [HEAD, ...all].join('\n'));
}
