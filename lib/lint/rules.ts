// REGISTRY: what can be wrong in a stream.
import { clientRules } from '@/lib/lint/client-rules';
import { crlfFraming } from '@/lib/lint/crlf-framing';
import { hiddenEvents } from '@/lib/lint/hidden-events';
import { httpError } from '@/lib/lint/http-error';
import { maskedError } from '@/lib/lint/masked-error';
import { patchFailed } from '@/lib/lint/patch-failed';
import { runIdsDisagree } from '@/lib/lint/run-ids-disagree';
import { truncatedRun } from '@/lib/lint/truncated-run';
import type { Rule } from '@/lib/lint/types';
import { zeroEvents } from '@/lib/lint/zero-events';

/** Every rule. */
export const rules = [
  ...clientRules,
  maskedError,
  hiddenEvents,
  runIdsDisagree,
  patchFailed,
  crlfFraming,
  truncatedRun,
  httpError,
  zeroEvents,
] as const satisfies readonly Rule[];
