// REGISTRY: all rules.

import { activityReplacesMessage } from '@/lib/core/lint/activity-replaces-message';
import { activityWithoutSnapshot } from '@/lib/core/lint/activity-without-snapshot';
import { argumentsDoubled } from '@/lib/core/lint/arguments-doubled';
import { argumentsMerged } from '@/lib/core/lint/arguments-merged';
import { argumentsNotInSchema } from '@/lib/core/lint/arguments-not-in-schema';
import { argumentsNotJson } from '@/lib/core/lint/arguments-not-json';
import { callReopened } from '@/lib/core/lint/call-reopened';
import { callSentTwice } from '@/lib/core/lint/call-sent-twice';
import { callUnanswered } from '@/lib/core/lint/call-unanswered';
import { capabilityDiffers } from '@/lib/core/lint/capability-differs';
import { clientRules } from '@/lib/core/lint/client-rules';
import { clientToolNotRun } from '@/lib/core/lint/client-tool-not-run';
import { crlfFraming } from '@/lib/core/lint/crlf-framing';
import { deliveredTwice } from '@/lib/core/lint/delivered-twice';
import { deltasRepeated } from '@/lib/core/lint/deltas-repeated';
import { draftSpelling } from '@/lib/core/lint/draft-spelling';
import { encryptedOrphan } from '@/lib/core/lint/encrypted-orphan';
import { endlessRuns } from '@/lib/core/lint/endless-runs';
import { hiddenEvents } from '@/lib/core/lint/hidden-events';
import { httpError } from '@/lib/core/lint/http-error';
import { idShared } from '@/lib/core/lint/id-shared';
import { incompleteStream } from '@/lib/core/lint/incomplete-stream';
import { interruptDuplicateIds } from '@/lib/core/lint/interrupt-duplicate-ids';
import { interruptUnanswered } from '@/lib/core/lint/interrupt-unanswered';
import { interruptUnknownCall } from '@/lib/core/lint/interrupt-unknown-call';
import { largeSnapshots } from '@/lib/core/lint/large-snapshots';
import { maskedError } from '@/lib/core/lint/masked-error';
import { messageOrder } from '@/lib/core/lint/message-order';
import { messageReopened } from '@/lib/core/lint/message-reopened';
import { noKnownEvent } from '@/lib/core/lint/no-known-event';
import { notReadByClient } from '@/lib/core/lint/not-read-by-client';
import { nulls } from '@/lib/core/lint/nulls';
import { numberTooLong } from '@/lib/core/lint/number-too-long';
import { parentUnknown } from '@/lib/core/lint/parent-unknown';
import { patchFailed } from '@/lib/core/lint/patch-failed';
import { pendingToolsDisagree } from '@/lib/core/lint/pending-tools-disagree';
import { protocolVersion } from '@/lib/core/lint/protocol-version';
import { proxyBuffering } from '@/lib/core/lint/proxy-buffering';
import { rawWrapsEvent } from '@/lib/core/lint/raw-wraps-event';
import { requestRepeated } from '@/lib/core/lint/request-repeated';
import { requestRunDiffers } from '@/lib/core/lint/request-run-differs';
import { requestThreadDiffers } from '@/lib/core/lint/request-thread-differs';
import { resultBeforeEnd } from '@/lib/core/lint/result-before-end';
import { resultContentLost } from '@/lib/core/lint/result-content-lost';
import { resultDuplicate } from '@/lib/core/lint/result-duplicate';
import { resultIdTaken } from '@/lib/core/lint/result-id-taken';
import { resultOrphan } from '@/lib/core/lint/result-orphan';
import { resumeExpired } from '@/lib/core/lint/resume-expired';
import { resumeIncomplete } from '@/lib/core/lint/resume-incomplete';
import { resumeUnknown } from '@/lib/core/lint/resume-unknown';
import { runAborted } from '@/lib/core/lint/run-aborted';
import { runError } from '@/lib/core/lint/run-error';
import { runIdsDisagree } from '@/lib/core/lint/run-ids-disagree';
import { schemaBroken } from '@/lib/core/lint/schema-broken';
import { secondThread } from '@/lib/core/lint/second-thread';
import { silence } from '@/lib/core/lint/silence';
import { snapshotDrops } from '@/lib/core/lint/snapshot-drops';
import { snapshotDropsExtras } from '@/lib/core/lint/snapshot-drops-extras';
import { snapshotDuplicateIds } from '@/lib/core/lint/snapshot-duplicate-ids';
import { snapshotRenames } from '@/lib/core/lint/snapshot-renames';
import { snapshotReorders } from '@/lib/core/lint/snapshot-reorders';
import { stall } from '@/lib/core/lint/stall';
import { subagentOrphan } from '@/lib/core/lint/subagent-orphan';
import { textRepeated } from '@/lib/core/lint/text-repeated';
import { toolMisspelled } from '@/lib/core/lint/tool-misspelled';
import { truncatedRun } from '@/lib/core/lint/truncated-run';
import type { Rule } from '@/lib/core/lint/types';
import { unchangedSnapshots } from '@/lib/core/lint/unchanged-snapshots';
import { unreadText } from '@/lib/core/lint/unread-text';
import { wrongContentType } from '@/lib/core/lint/wrong-content-type';
import { zeroEvents } from '@/lib/core/lint/zero-events';
import { zeroLengthFrame } from '@/lib/core/lint/zero-length-frame';

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
  capabilityDiffers,
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
