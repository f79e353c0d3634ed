// Disables zod's code generation. The CSP of extension pages and reports forbids eval; zod's check for eval would
// report a violation and make the engine parse the program text again. Imported before all schemas.
import { config } from 'zod/v4';

config({ jitless: true });
