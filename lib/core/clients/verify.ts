// The stock client's verification: events that end a run with an error, and the error texts. Events arrive enforced
// and expanded. A stream is a sequence of runs. RUN_STARTED begins one, RUN_FINISHED ends it once everything is
// closed, RUN_ERROR ends it at any time. All other memory belongs to one run. The checks have the client's order,
// which determines the text if several fail.
import { type ClientDraft, NEW_RUN } from '@/lib/core/clients/client-node';
import { type OpenSet, openIds } from '@/lib/core/clients/open-set';
import { seedOwners } from '@/lib/core/clients/owners';
import type { Violation } from '@/lib/core/clients/verdict';
import {
  answersCall,
  continuesCall,
  continuesReasoning,
  continuesText,
  encrypts,
  patchesActivity,
  snapshotsActivity,
  startsCall,
  startsReasoning,
  startsText,
  THINKING_CHECKS,
  type VerifyCheck,
} from '@/lib/core/clients/verify-entities';
import {
  endsSubagent,
  finishesStep,
  openSteps,
  startsStep,
  startsSubagent,
  subagentShape,
} from '@/lib/core/clients/verify-parts';
import type { Profile } from '@/lib/core/consumers/profile';
import { formatNumber } from '@/lib/core/json/format';
import { isJsonObject, type JsonObject, objectsIn } from '@/lib/core/json/json';
import { firstRepeatedId } from '@/lib/core/json/repeated';

const OMIT = 'The field is optional — omit it entirely.';

function afterTerminal(node: ClientDraft, type: string): Violation | undefined {
  if (node.isErrored && type !== 'RUN_STARTED') {
    return {
      check: 'event-after-terminal',
      text: `Cannot send event type '${type}': The run has already errored with 'RUN_ERROR'. No further events can be sent.`,
    };
  }
  if (node.isFinished && type !== 'RUN_ERROR' && type !== 'RUN_STARTED') {
    return {
      check: 'event-after-terminal',
      text: `Cannot send event type '${type}': The run has already finished with 'RUN_FINISHED'. Start a new run with 'RUN_STARTED'.`,
    };
  }
  return undefined;
}

function beginning(node: ClientDraft, type: string): Violation | undefined {
  if (!node.hasFirst) {
    node.hasFirst = true;
    if (type === 'RUN_STARTED' || type === 'RUN_ERROR') return undefined;
    return { check: 'not-run-started-first', text: "First event must be 'RUN_STARTED'" };
  }
  if (type !== 'RUN_STARTED') return undefined;
  const isOver = node.isFinished || node.isErrored;
  if (node.isStarted && !isOver) {
    return {
      check: 'run-already-active',
      text: "Cannot send 'RUN_STARTED' while a run is still active. The previous run must be finished with 'RUN_FINISHED' before starting a new run.",
    };
  }
  if (isOver) Object.assign(node, NEW_RUN, { isStarted: true, isFinished: false, isErrored: false });
  return undefined;
}

function interruptShape(event: JsonObject): Violation | undefined {
  const outcome = isJsonObject(event['outcome']) ? event['outcome'] : {};
  if (outcome['type'] !== 'interrupt') return undefined;
  const tagged = objectsIn(outcome['interrupts']).find(({ subagentRunId }) => subagentRunId === null);
  if (tagged === undefined) return undefined;
  return {
    check: 'malformed-event',
    text: `Cannot send 'RUN_FINISHED' with an interrupt (id '${String(tagged['id'])}') carrying 'subagentRunId: null'. ${OMIT}`,
  };
}

function shape(event: JsonObject, type: string): Violation | undefined {
  if (event['subagentRunId'] === null) {
    return { check: 'malformed-event', text: `Cannot send '${type}' with 'subagentRunId: null'. ${OMIT}` };
  }
  if (type.startsWith('SUBAGENT_')) return subagentShape(event);
  return type === 'RUN_FINISHED' ? interruptShape(event) : undefined;
}

const startsRun: VerifyCheck = (node, event) => {
  node.isStarted = true;
  const input = isJsonObject(event['input']) ? event['input'] : {};
  return seedOwners(node, input['messages'], false);
};

/** Maximum number of names in an error text; the client names all. */
const NAMED_MAX = 200;

function stillActive(what: string, names: readonly string[], count: number): Violation {
  const more = count > names.length ? ` and ${formatNumber(count - names.length)} more` : '';
  return {
    check: 'finished-while-open',
    text: `Cannot send 'RUN_FINISHED' while ${what} are still active: ${names.join(', ')}${more}`,
  };
}

const finishesRun: VerifyCheck = (node) => {
  if (node.steps.size > 0) {
    const names = openSteps(node, NAMED_MAX).map(({ name, owner }) =>
      owner === undefined ? name : `${name} (subagent '${owner}')`,
    );
    return stillActive('steps', names, node.steps.size);
  }
  const kinds: readonly (readonly [what: string, set: OpenSet])[] = [
    ['text messages', node.texts],
    ['reasoning messages', node.reasonings],
    ['reasoning spans', node.spans],
    ['tool calls', node.calls],
    ['subagents', node.subagents],
  ];
  const open = kinds.find(([, set]) => set.size > 0);
  if (open !== undefined) return stillActive(open[0], openIds(open[1], NAMED_MAX), open[1].size);
  node.isFinished = true;
  return undefined;
};

const failsRun: VerifyCheck = (node) => {
  node.isErrored = true;
  return undefined;
};

const CHECKS: ReadonlyMap<string, VerifyCheck> = new Map<string, VerifyCheck>([
  ['TEXT_MESSAGE_START', startsText],
  ['TEXT_MESSAGE_CONTENT', continuesText],
  ['TEXT_MESSAGE_END', continuesText],
  ['TOOL_CALL_START', startsCall],
  ['TOOL_CALL_ARGS', continuesCall],
  ['TOOL_CALL_END', continuesCall],
  ['TOOL_CALL_RESULT', answersCall],
  ['STEP_STARTED', startsStep],
  ['STEP_FINISHED', finishesStep],
  ['ACTIVITY_SNAPSHOT', snapshotsActivity],
  ['ACTIVITY_DELTA', patchesActivity],
  ['REASONING_START', startsReasoning],
  ['REASONING_MESSAGE_START', startsReasoning],
  ['REASONING_MESSAGE_CONTENT', continuesReasoning],
  ['REASONING_MESSAGE_END', continuesReasoning],
  ['REASONING_END', continuesReasoning],
  ['REASONING_ENCRYPTED_VALUE', encrypts],
  ['SUBAGENT_STARTED', startsSubagent],
  ['SUBAGENT_FINISHED', endsSubagent],
  ['SUBAGENT_ERROR', endsSubagent],
  ['MESSAGES_SNAPSHOT', (node, event) => seedOwners(node, event['messages'], true)],
  ['RUN_STARTED', startsRun],
  ['RUN_FINISHED', finishesRun],
  ['RUN_ERROR', failsRun],
  ...THINKING_CHECKS,
]);

export interface VerifyContext {
  readonly profile: Profile;
  /** The thread named by the request. */
  readonly threadId?: string | undefined;
}

function mismatch(text: string): Violation {
  return { check: 'run-identity', text };
}

/** RUN_STARTED: on the thread that the request named, or that the first run of the stream named. */
function beginsOwnThread(
  node: ClientDraft,
  event: JsonObject,
  asked: string | undefined,
): Violation | undefined {
  const threadId = String(event['threadId']);
  const expected = node.threadId ?? asked ?? threadId;
  if (threadId !== expected)
    return mismatch(
      `Cannot send 'RUN_STARTED' for thread '${threadId}': every run of the stream carries the input's threadId, '${expected}'.`,
    );
  node.threadId = expected;
  node.openRun = { runId: String(event['runId']), threadId };
  return undefined;
}

/** RUN_FINISHED: the ids must be those of the open run, and interrupts need distinct ids. */
function endsOwnRun(node: ClientDraft, event: JsonObject): Violation | undefined {
  const { openRun } = node;
  const { runId, threadId } = event;
  const outcome = isJsonObject(event['outcome']) ? event['outcome'] : {};
  const interrupts = outcome['type'] === 'interrupt' ? outcome['interrupts'] : undefined;
  const twice = firstRepeatedId(objectsIn(interrupts));
  if (twice !== undefined)
    return mismatch(`Cannot send 'RUN_FINISHED' with two interrupts carrying the id '${twice}'.`);
  if (openRun === undefined) return undefined;
  if (runId !== openRun.runId)
    return mismatch(
      `Cannot send 'RUN_FINISHED' for run '${String(runId)}' while '${openRun.runId}' is open: both ends of a run must agree on their runId.`,
    );
  if (threadId !== openRun.threadId)
    return mismatch(
      `Cannot send 'RUN_FINISHED' for thread '${String(threadId)}': both ends of run '${openRun.runId}' carry the input's threadId, '${openRun.threadId}'.`,
    );
  return undefined;
}

function identity(
  node: ClientDraft,
  event: JsonObject,
  { profile, threadId }: VerifyContext,
): Violation | undefined {
  if (profile.verifiesIdentity !== true) return undefined;
  if (event['type'] === 'RUN_STARTED') return beginsOwnThread(node, event, threadId);
  return event['type'] === 'RUN_FINISHED' ? endsOwnRun(node, event) : undefined;
}

/** Checks an event and records it; returns the violation at which the client would stop. */
export function verify(node: ClientDraft, event: JsonObject, context: VerifyContext): Violation | undefined {
  const type = String(event['type']);
  return (
    afterTerminal(node, type) ??
    beginning(node, type) ??
    shape(event, type) ??
    identity(node, event, context) ??
    CHECKS.get(type)?.(node, event, context)
  );
}
