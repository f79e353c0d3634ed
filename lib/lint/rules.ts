// REGISTRY: what can be wrong in a stream.
import { crlfFraming } from '@/lib/lint/crlf-framing';
import { eventAfterTerminal } from '@/lib/lint/event-after-terminal';
import { httpError } from '@/lib/lint/http-error';
import { malformedEvent } from '@/lib/lint/malformed-event';
import { notRunStartedFirst } from '@/lib/lint/not-run-started-first';
import { patchFailed } from '@/lib/lint/patch-failed';
import { truncatedRun } from '@/lib/lint/truncated-run';
import type { Rule } from '@/lib/lint/types';
import { unknownType } from '@/lib/lint/unknown-type';
import { unreadableFrame } from '@/lib/lint/unreadable-frame';
import { zeroEvents } from '@/lib/lint/zero-events';

/** Every rule. */
export const rules = [
  unreadableFrame,
  malformedEvent,
  unknownType,
  notRunStartedFirst,
  eventAfterTerminal,
  patchFailed,
  crlfFraming,
  truncatedRun,
  httpError,
  zeroEvents,
] as const satisfies readonly Rule[];
