// Extension pages and reports forbid code that is made from text. Zod looks whether that is so when its first schema is
// made, by an error that the page's policy reports and that makes the engine read all of the program's text again. It is
// imported before all schemas.
import { config } from 'zod/v4';

config({ jitless: true });
