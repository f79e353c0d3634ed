#!/usr/bin/env node
// Starts the program with what V8 has made of it before: to compile it takes longer than most of what it does. The cache
// is beside the program, and V8 takes none of another version; where it cannot be written, everything works without.
'use strict';
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { wrap } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, 'program.cjs');
const cache = join(__dirname, `program-${process.version}-${process.arch}.cache`);

function readCache() {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}

function writeCache(script) {
  try {
    // Others may start at the same time: they find all of it, or nothing.
    const own = `${cache}.${process.pid}`;
    writeFileSync(own, script.createCachedData());
    renameSync(own, cache);
  } catch {
    // A folder that nobody may write to.
  }
}

const cachedData = readCache();
const script = new Script(wrap(readFileSync(filename, 'utf8')), { filename, cachedData });
// What was not used has not been compiled: a command is worth more than the version.
const isCommand = /^[a-z]/.test(process.argv[2] ?? '');
if (isCommand && (cachedData === undefined || script.cachedDataRejected))
  process.on('exit', () => writeCache(script));
script.runInThisContext()({}, require, module, filename, dirname(filename));
