#!/usr/bin/env node
// Starts the program from V8's code cache: compiling takes longer than most commands. The cache is beside the program;
// one of another version is not used, and where it cannot be written, everything works without.
'use strict';
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { wrap } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, 'core.cjs');
const cache = join(__dirname, `core-${process.version}-${process.arch}.cache`);

function readCache() {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}

function writeCache(script) {
  try {
    // Other processes may start at the same time: they find all of it, or nothing.
    const own = `${cache}.${process.pid}`;
    writeFileSync(own, script.createCachedData());
    renameSync(own, cache);
  } catch {
    // The folder cannot be written to.
  }
}

/** Fills in a module from the cache; `require` then finds it. */
function loadCore() {
  const cachedData = readCache();
  const script = new Script(wrap(readFileSync(filename, 'utf8')), { filename, cachedData });
  // Functions that were not called are not compiled: a command fills the cache better than --version.
  const isCommand = /^[a-z]/.test(process.argv[2] ?? '');
  if (isCommand && (cachedData === undefined || script.cachedDataRejected))
    process.on('exit', () => writeCache(script));
  const core = new module.constructor(filename, module);
  core.filename = filename;
  core.paths = module.paths;
  require.cache[filename] = core;
  script.runInThisContext()(core.exports, core.require.bind(core), core, filename, dirname(filename));
  core.loaded = true;
}

loadCore();
require('./main.cjs');
