// REGISTRY: all rules.

import { clientRules } from '@/lib/core/lint/client-rules';
import { activityReplacesMessage } from '@/lib/core/lint/rules/activity-replaces-message';
import { activityWithoutSnapshot } from '@/lib/core/lint/rules/activity-without-snapshot';
import { argumentsDoubled } from '@/lib/core/lint/rules/arguments-doubled';
import { argumentsMerged } from '@/lib/core/lint/rules/arguments-merged';
import { argumentsNotInSchema } from '@/lib/core/lint/rules/arguments-not-in-schema';
import { argumentsNotJson } from '@/lib/core/lint/rules/arguments-not-json';
import { brokenCharacters } from '@/lib/core/lint/rules/broken-characters';
import { callReopened } from '@/lib/core/lint/rules/call-reopened';
import { callSentTwice } from '@/lib/core/lint/rules/call-sent-twice';
import { callUnanswered } from '@/lib/core/lint/rules/call-unanswered';
import { capabilityDiffers } from '@/lib/core/lint/rules/capability-differs';
import { clientToolNotRun } from '@/lib/core/lint/rules/client-tool-not-run';
import { crlfFraming } from '@/lib/core/lint/rules/crlf-framing';
import { deliveredTwice } from '@/lib/core/lint/rules/delivered-twice';
import { deltasRepeated } from '@/lib/core/lint/rules/deltas-repeated';
import { draftSpelling } from '@/lib/core/lint/rules/draft-spelling';
import { encryptedOrphan } from '@/lib/core/lint/rules/encrypted-orphan';
import { endlessRuns } from '@/lib/core/lint/rules/endless-runs';
import { hiddenEvents } from '@/lib/core/lint/rules/hidden-events';
import { httpError } from '@/lib/core/lint/rules/http-error';
import { idShared } from '@/lib/core/lint/rules/id-shared';
import { incompleteStream } from '@/lib/core/lint/rules/incomplete-stream';
import { interruptCleared } from '@/lib/core/lint/rules/interrupt-cleared';
import { interruptDuplicateIds } from '@/lib/core/lint/rules/interrupt-duplicate-ids';
import { interruptUnanswered } from '@/lib/core/lint/rules/interrupt-unanswered';
import { interruptUnknownCall } from '@/lib/core/lint/rules/interrupt-unknown-call';
import { largeSnapshots } from '@/lib/core/lint/rules/large-snapshots';
import { maskedError } from '@/lib/core/lint/rules/masked-error';
import { messageOrder } from '@/lib/core/lint/rules/message-order';
import { messageReopened } from '@/lib/core/lint/rules/message-reopened';
import { noKnownEvent } from '@/lib/core/lint/rules/no-known-event';
import { notReadByClient } from '@/lib/core/lint/rules/not-read-by-client';
import { nulls } from '@/lib/core/lint/rules/nulls';
import { numberTooLong } from '@/lib/core/lint/rules/number-too-long';
import { parentUnknown } from '@/lib/core/lint/rules/parent-unknown';
import { patchFailed } from '@/lib/core/lint/rules/patch-failed';
import { pendingToolsDisagree } from '@/lib/core/lint/rules/pending-tools-disagree';
import { protocolVersion } from '@/lib/core/lint/rules/protocol-version';
import { proxyBuffering } from '@/lib/core/lint/rules/proxy-buffering';
import { rawWrapsEvent } from '@/lib/core/lint/rules/raw-wraps-event';
import { requestRepeated } from '@/lib/core/lint/rules/request-repeated';
import { requestRunDiffers } from '@/lib/core/lint/rules/request-run-differs';
import { requestThreadDiffers } from '@/lib/core/lint/rules/request-thread-differs';
import { resultBeforeEnd } from '@/lib/core/lint/rules/result-before-end';
import { resultContentLost } from '@/lib/core/lint/rules/result-content-lost';
import { resultDuplicate } from '@/lib/core/lint/rules/result-duplicate';
import { resultIdTaken } from '@/lib/core/lint/rules/result-id-taken';
import { resultOrphan } from '@/lib/core/lint/rules/result-orphan';
import { resumeExpired } from '@/lib/core/lint/rules/resume-expired';
import { resumeIncomplete } from '@/lib/core/lint/rules/resume-incomplete';
import { resumeUnknown } from '@/lib/core/lint/rules/resume-unknown';
import { runAborted } from '@/lib/core/lint/rules/run-aborted';
import { runError } from '@/lib/core/lint/rules/run-error';
import { runIdsDisagree } from '@/lib/core/lint/rules/run-ids-disagree';
import { schemaBroken } from '@/lib/core/lint/rules/schema-broken';
import { secondThread } from '@/lib/core/lint/rules/second-thread';
import { silence } from '@/lib/core/lint/rules/silence';
import { snapshotDrops } from '@/lib/core/lint/rules/snapshot-drops';
import { snapshotDropsExtras } from '@/lib/core/lint/rules/snapshot-drops-extras';
import { snapshotDuplicateIds } from '@/lib/core/lint/rules/snapshot-duplicate-ids';
import { snapshotRenames } from '@/lib/core/lint/rules/snapshot-renames';
import { snapshotReorders } from '@/lib/core/lint/rules/snapshot-reorders';
import { stall } from '@/lib/core/lint/rules/stall';
import { stateEncodedTwice } from '@/lib/core/lint/rules/state-encoded-twice';
import { subagentOrphan } from '@/lib/core/lint/rules/subagent-orphan';
import { textRepeated } from '@/lib/core/lint/rules/text-repeated';
import { toolMisspelled } from '@/lib/core/lint/rules/tool-misspelled';
import { truncatedRun } from '@/lib/core/lint/rules/truncated-run';
import { unchangedSnapshots } from '@/lib/core/lint/rules/unchanged-snapshots';
import { unreadText } from '@/lib/core/lint/rules/unread-text';
import { wrongContentType } from '@/lib/core/lint/rules/wrong-content-type';
import { zeroEvents } from '@/lib/core/lint/rules/zero-events';
import { zeroLengthFrame } from '@/lib/core/lint/rules/zero-length-frame';
import type { Rule } from '@/lib/core/lint/types';

export const rules: readonly Rule[] = [
  ...Object.values(clientRules),
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
  brokenCharacters,
  callUnanswered,
  callSentTwice,
  clientToolNotRun,
  endlessRuns,
  deliveredTwice,
  requestRepeated,
  deltasRepeated,
  draftSpelling,
  incompleteStream,
  interruptCleared,
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
  stateEncodedTwice,
  subagentOrphan,
  textRepeated,
  toolMisspelled,
  unchangedSnapshots,
  wrongContentType,
  zeroLengthFrame,
];
