// Turns off Zod's code generation, as lib/core/agui/no-code does, before the file with the schemas runs. All copies of Zod
// share these settings. Imported first.

const settings: { __zod_globalConfig?: { jitless?: boolean } } & typeof globalThis = globalThis;
settings.__zod_globalConfig ??= {};
settings.__zod_globalConfig.jitless = true;
