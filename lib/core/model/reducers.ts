// REGISTRY: the effect of each event type on the model. A missing type does not compile.
import type { EventOf, EventTypeName } from '@/lib/core/agui/events';
import type { ReducerContext } from '@/lib/core/model/context';
import { patchActivity, snapshotActivity } from '@/lib/core/model/reducers/activity';
import { noteCustom } from '@/lib/core/model/reducers/custom';
import { encrypt } from '@/lib/core/model/reducers/encrypted';
import { mergeSnapshot } from '@/lib/core/model/reducers/messages-snapshot';
import { failRun, finishRun, startRun } from '@/lib/core/model/reducers/run';
import { patchState, replaceState } from '@/lib/core/model/reducers/state-document';
import {
  failSubagent,
  finishStep,
  finishSubagent,
  startStep,
  startSubagent,
} from '@/lib/core/model/reducers/steps-and-subagents';
import { appendText, endText, startText } from '@/lib/core/model/reducers/text';
import { appendArgs, endCall, startCall } from '@/lib/core/model/reducers/tool-call';
import { addResult } from '@/lib/core/model/reducers/tool-result';

type Reducers = { readonly [T in EventTypeName]: (context: ReducerContext, event: EventOf<T>) => void };

function nothing(): void {
  // No effect on the model, or expanded before.
}

export const reducers: Reducers = {
  TEXT_MESSAGE_START: (context, event) => startText(context, { ...event, role: event.role ?? 'assistant' }),
  TEXT_MESSAGE_CONTENT: appendText,
  TEXT_MESSAGE_END: endText,
  TEXT_MESSAGE_CHUNK: nothing,
  TOOL_CALL_START: startCall,
  TOOL_CALL_ARGS: appendArgs,
  TOOL_CALL_END: endCall,
  TOOL_CALL_CHUNK: nothing,
  TOOL_CALL_RESULT: addResult,
  STATE_SNAPSHOT: replaceState,
  STATE_DELTA: patchState,
  MESSAGES_SNAPSHOT: mergeSnapshot,
  ACTIVITY_SNAPSHOT: snapshotActivity,
  ACTIVITY_DELTA: patchActivity,
  RAW: nothing,
  CUSTOM: noteCustom,
  RUN_STARTED: startRun,
  RUN_FINISHED: finishRun,
  RUN_ERROR: failRun,
  STEP_STARTED: startStep,
  STEP_FINISHED: finishStep,
  REASONING_START: nothing,
  // Reasoning messages have no name; the client removes one.
  REASONING_MESSAGE_START: (context, event) =>
    startText(context, { ...event, role: 'reasoning', name: undefined }),
  REASONING_MESSAGE_CONTENT: appendText,
  REASONING_MESSAGE_END: endText,
  REASONING_MESSAGE_CHUNK: nothing,
  REASONING_END: nothing,
  REASONING_ENCRYPTED_VALUE: encrypt,
  SUBAGENT_STARTED: startSubagent,
  SUBAGENT_FINISHED: finishSubagent,
  SUBAGENT_ERROR: failSubagent,
};
