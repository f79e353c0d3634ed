// REGISTRY: what can be wrong in a stream.

import { activityWithoutSnapshot } from '@/lib/lint/activity-without-snapshot';
import { argumentsNotJson } from '@/lib/lint/arguments-not-json';
import { callReopened } from '@/lib/lint/call-reopened';
import { clientRules } from '@/lib/lint/client-rules';
import { crlfFraming } from '@/lib/lint/crlf-framing';
import { encryptedOrphan } from '@/lib/lint/encrypted-orphan';
import { hiddenEvents } from '@/lib/lint/hidden-events';
import { httpError } from '@/lib/lint/http-error';
import { idShared } from '@/lib/lint/id-shared';
import { interruptDuplicateIds } from '@/lib/lint/interrupt-duplicate-ids';
import { maskedError } from '@/lib/lint/masked-error';
import { notReadByClient } from '@/lib/lint/not-read-by-client';
import { parentUnknown } from '@/lib/lint/parent-unknown';
import { patchFailed } from '@/lib/lint/patch-failed';
import { pendingToolsDisagree } from '@/lib/lint/pending-tools-disagree';
import { resultBeforeEnd } from '@/lib/lint/result-before-end';
import { resultDuplicate } from '@/lib/lint/result-duplicate';
import { resultOrphan } from '@/lib/lint/result-orphan';
import { runIdsDisagree } from '@/lib/lint/run-ids-disagree';
import { snapshotDuplicateIds } from '@/lib/lint/snapshot-duplicate-ids';
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
  notReadByClient,
  argumentsNotJson,
  resultOrphan,
  resultDuplicate,
  resultBeforeEnd,
  callReopened,
  parentUnknown,
  activityWithoutSnapshot,
  idShared,
  snapshotDuplicateIds,
  encryptedOrphan,
  pendingToolsDisagree,
  interruptDuplicateIds,
] as const satisfies readonly Rule[];
