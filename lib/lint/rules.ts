// REGISTRY: everything that can be wrong in a stream.

import { activityReplacesMessage } from '@/lib/lint/activity-replaces-message';
import { activityWithoutSnapshot } from '@/lib/lint/activity-without-snapshot';
import { argumentsDoubled } from '@/lib/lint/arguments-doubled';
import { argumentsMerged } from '@/lib/lint/arguments-merged';
import { argumentsNotInSchema } from '@/lib/lint/arguments-not-in-schema';
import { argumentsNotJson } from '@/lib/lint/arguments-not-json';
import { callReopened } from '@/lib/lint/call-reopened';
import { callSentTwice } from '@/lib/lint/call-sent-twice';
import { callUnanswered } from '@/lib/lint/call-unanswered';
import { clientRules } from '@/lib/lint/client-rules';
import { clientToolNotRun } from '@/lib/lint/client-tool-not-run';
import { crlfFraming } from '@/lib/lint/crlf-framing';
import { deliveredTwice } from '@/lib/lint/delivered-twice';
import { deltasRepeated } from '@/lib/lint/deltas-repeated';
import { draftSpelling } from '@/lib/lint/draft-spelling';
import { encryptedOrphan } from '@/lib/lint/encrypted-orphan';
import { endlessRuns } from '@/lib/lint/endless-runs';
import { hiddenEvents } from '@/lib/lint/hidden-events';
import { httpError } from '@/lib/lint/http-error';
import { idShared } from '@/lib/lint/id-shared';
import { incompleteStream } from '@/lib/lint/incomplete-stream';
import { interruptDuplicateIds } from '@/lib/lint/interrupt-duplicate-ids';
import { interruptUnanswered } from '@/lib/lint/interrupt-unanswered';
import { interruptUnknownCall } from '@/lib/lint/interrupt-unknown-call';
import { largeSnapshots } from '@/lib/lint/large-snapshots';
import { maskedError } from '@/lib/lint/masked-error';
import { messageOrder } from '@/lib/lint/message-order';
import { messageReopened } from '@/lib/lint/message-reopened';
import { noKnownEvent } from '@/lib/lint/no-known-event';
import { notReadByClient } from '@/lib/lint/not-read-by-client';
import { nulls } from '@/lib/lint/nulls';
import { numberTooLong } from '@/lib/lint/number-too-long';
import { parentUnknown } from '@/lib/lint/parent-unknown';
import { patchFailed } from '@/lib/lint/patch-failed';
import { pendingToolsDisagree } from '@/lib/lint/pending-tools-disagree';
import { protocolVersion } from '@/lib/lint/protocol-version';
import { proxyBuffering } from '@/lib/lint/proxy-buffering';
import { rawWrapsEvent } from '@/lib/lint/raw-wraps-event';
import { requestRepeated } from '@/lib/lint/request-repeated';
import { requestRunDiffers } from '@/lib/lint/request-run-differs';
import { requestThreadDiffers } from '@/lib/lint/request-thread-differs';
import { resultBeforeEnd } from '@/lib/lint/result-before-end';
import { resultContentLost } from '@/lib/lint/result-content-lost';
import { resultDuplicate } from '@/lib/lint/result-duplicate';
import { resultIdTaken } from '@/lib/lint/result-id-taken';
import { resultOrphan } from '@/lib/lint/result-orphan';
import { resumeExpired } from '@/lib/lint/resume-expired';
import { resumeIncomplete } from '@/lib/lint/resume-incomplete';
import { resumeUnknown } from '@/lib/lint/resume-unknown';
import { runAborted } from '@/lib/lint/run-aborted';
import { runError } from '@/lib/lint/run-error';
import { runIdsDisagree } from '@/lib/lint/run-ids-disagree';
import { schemaBroken } from '@/lib/lint/schema-broken';
import { secondThread } from '@/lib/lint/second-thread';
import { silence } from '@/lib/lint/silence';
import { snapshotDrops } from '@/lib/lint/snapshot-drops';
import { snapshotDropsExtras } from '@/lib/lint/snapshot-drops-extras';
import { snapshotDuplicateIds } from '@/lib/lint/snapshot-duplicate-ids';
import { snapshotRenames } from '@/lib/lint/snapshot-renames';
import { snapshotReorders } from '@/lib/lint/snapshot-reorders';
import { stall } from '@/lib/lint/stall';
import { subagentOrphan } from '@/lib/lint/subagent-orphan';
import { textRepeated } from '@/lib/lint/text-repeated';
import { toolMisspelled } from '@/lib/lint/tool-misspelled';
import { truncatedRun } from '@/lib/lint/truncated-run';
import type { Rule } from '@/lib/lint/types';
import { unchangedSnapshots } from '@/lib/lint/unchanged-snapshots';
import { unreadText } from '@/lib/lint/unread-text';
import { wrongContentType } from '@/lib/lint/wrong-content-type';
import { zeroEvents } from '@/lib/lint/zero-events';
import { zeroLengthFrame } from '@/lib/lint/zero-length-frame';

/** Every rule. */
export const rules: readonly Rule[] = [
  ...clientRules,
  runError,
  maskedError,
  hiddenEvents,
  runIdsDisagree,
  patchFailed,
  crlfFraming,
  truncatedRun,
  runAborted,
  httpError,
  zeroEvents,
  unreadText,
  noKnownEvent,
  notReadByClient,
  argumentsNotJson,
  resultOrphan,
  resultContentLost,
  resultDuplicate,
  resultIdTaken,
  resultBeforeEnd,
  callReopened,
  parentUnknown,
  activityWithoutSnapshot,
  activityReplacesMessage,
  idShared,
  snapshotDuplicateIds,
  encryptedOrphan,
  pendingToolsDisagree,
  interruptDuplicateIds,
  argumentsDoubled,
  argumentsMerged,
  argumentsNotInSchema,
  callUnanswered,
  callSentTwice,
  clientToolNotRun,
  endlessRuns,
  deliveredTwice,
  requestRepeated,
  deltasRepeated,
  draftSpelling,
  incompleteStream,
  interruptUnanswered,
  interruptUnknownCall,
  largeSnapshots,
  messageOrder,
  messageReopened,
  nulls,
  numberTooLong,
  protocolVersion,
  proxyBuffering,
  rawWrapsEvent,
  requestRunDiffers,
  requestThreadDiffers,
  resumeExpired,
  resumeIncomplete,
  resumeUnknown,
  schemaBroken,
  secondThread,
  silence,
  snapshotDrops,
  snapshotDropsExtras,
  snapshotRenames,
  snapshotReorders,
  stall,
  subagentOrphan,
  textRepeated,
  toolMisspelled,
  unchangedSnapshots,
  wrongContentType,
  zeroLengthFrame,
];
