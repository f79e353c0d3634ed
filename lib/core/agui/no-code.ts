// Extension pages and reports forbid code that is made from text. Zod looks whether that is so when its first schema is
// made, by an error that the page's policy reports and that makes the engine read all of the program's text again. So
// this is imported before all schemas. A program of several files needs more: see entrypoints/panel/no-code.
import { config } from 'zod/v4';

config({ jitless: true });
