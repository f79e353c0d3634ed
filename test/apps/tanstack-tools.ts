// The tools of the scenarios with TanStack AI, as page and server both know them.
import { toolDefinition } from '@tanstack/ai';

/** Runs in the page. */
export const color = toolDefinition({ name: 'color', description: 'Colours the page' });

/** Runs on the server, once a person has agreed. */
export const mail = toolDefinition({ name: 'mail', description: 'Sends a mail', needsApproval: true });
