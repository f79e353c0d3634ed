// Extension pages and reports forbid code that is made from text. Zod looks whether that is so when its first schema is
// made, by an error that the page's policy reports and that makes the engine read all of the program's text again.
// Imported before all schemas, and by a program of several files in the first of them. Not by `config` of zod: what
// imports that is run after the file that holds the schemas too.

const settings: { __zod_globalConfig?: { jitless?: boolean } } & typeof globalThis = globalThis;
settings.__zod_globalConfig ??= {};
settings.__zod_globalConfig.jitless = true;
