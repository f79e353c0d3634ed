// What lib/core/agui/no-code says, for a program of several files: what sets it there is run after the file that holds the
// schemas. Zod keeps its settings here, whichever of its copies is asked. Imported before all else.

const settings: { __zod_globalConfig?: { jitless?: boolean } } & typeof globalThis = globalThis;
settings.__zod_globalConfig ??= {};
settings.__zod_globalConfig.jitless = true;
