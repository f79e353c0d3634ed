// Steps and subagents. A step belongs to the agent that started it; its name is unique within that agent only. A
// subagent's id stands for one invocation and cannot be reused within the run.
import { isJsonObject, type JsonObject } from '@/lib/agui/json';
import type { ClientNode, OpenStep } from '@/lib/client/client-node';
import { closed, isOpen, opened } from '@/lib/client/open-set';
import { stringOf, tagOf } from '@/lib/client/owners';
import type { Violation } from '@/lib/client/verdict';
import type { Check } from '@/lib/client/verify-entities';
import { assigned, entriesOf, lookup } from '@/lib/values/id-map';

// The parent agent is not a subagent with an empty id, so it gets its own key.
function ownerKey(owner: string | undefined): string {
  return owner === undefined ? '' : `/${owner}`;
}

function stepKey(owner: string | undefined, name: string): string {
  return owner === undefined ? `:${name}` : `${owner.length}:${owner}:${name}`;
}

/** Open steps in the order in which error texts list them: by owner, then by time. */
export function openSteps(node: ClientNode): OpenStep[] {
  const rank = (step: OpenStep): number => lookup(node.stepOwners, ownerKey(step.owner)) ?? 0;
  return [...entriesOf(node.steps)]
    .map(([, step]) => step)
    .filter((step) => step.order > 0)
    .sort((a, b) => rank(a) - rank(b) || a.order - b.order);
}

/** STEP_STARTED. */
export const startsStep: Check = (node, event) => {
  const name = String(event['stepName']);
  const owner = tagOf(event);
  const key = stepKey(owner, name);
  if ((lookup(node.steps, key)?.order ?? 0) > 0) {
    const where = owner === undefined ? '' : ` in subagent '${owner}'`;
    return {
      check: 'step-already-open',
      text: `Step "${name}" is already active for 'STEP_STARTED'${where}`,
    };
  }
  const order = ++node.order;
  const group = ownerKey(owner);
  if (lookup(node.stepOwners, group) === undefined) {
    node.stepOwners = assigned(node.stepOwners, group, order);
  }
  node.steps = assigned(node.steps, key, { owner, name, order });
  node.stepsOpen++;
  return undefined;
};

function agent(owner: string | undefined): string {
  return owner === undefined ? 'the parent agent' : `subagent '${owner}'`;
}

function stepNotOpen(node: ClientNode, name: string, owner: string | undefined): Violation {
  const other = openSteps(node).find((step) => step.name === name);
  const text =
    other === undefined
      ? `Cannot send 'STEP_FINISHED' for step "${name}" that was not started`
      : `Cannot send 'STEP_FINISHED' for step "${name}" attributed to ${agent(owner)}: that step is open under ${agent(other.owner)}. A step must be finished by whoever started it.`;
  return { check: 'step-not-open', text };
}

/** STEP_FINISHED. */
export const finishesStep: Check = (node, event) => {
  const name = String(event['stepName']);
  const owner = tagOf(event);
  const key = stepKey(owner, name);
  const step = lookup(node.steps, key);
  if (step === undefined || step.order === 0) return stepNotOpen(node, name, owner);
  node.steps = assigned(node.steps, key, { ...step, order: 0 });
  node.stepsOpen--;
  return undefined;
};

const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  SUBAGENT_STARTED: ['description', 'parentSubagentRunId', 'parentToolCallId', 'parentMessageId'],
  SUBAGENT_FINISHED: ['outcome'],
  SUBAGENT_ERROR: ['code'],
};

function malformed(text: string): Violation {
  return { check: 'malformed-event', text };
}

/** Nulls and outcomes of SUBAGENT_* that a schema would reject: producers in the same process have no schema. */
export function subagentShape(event: JsonObject): Violation | undefined {
  const type = String(event['type']);
  const nulled = OPTIONAL[type]?.find((field) => event[field] === null);
  const omit = 'The field is optional — omit it entirely.';
  if (nulled !== undefined) return malformed(`Cannot send '${type}' with '${nulled}: null'. ${omit}`);
  const { outcome } = event;
  if (outcome === undefined || outcome === null) return undefined;
  const fields: JsonObject = isJsonObject(outcome) ? outcome : {};
  const { type: how, interruptIds } = fields;
  if (how !== 'success' && how !== 'suspended') {
    return malformed(
      `Cannot send '${type}' with outcome type '${String(how)}'. The outcome is either { type: "success" } or { type: "suspended" }.`,
    );
  }
  if (interruptIds === null) {
    return malformed(`Cannot send '${type}' with 'outcome.interruptIds: null'. ${omit}`);
  }
  if (Array.isArray(interruptIds) && interruptIds.some((id) => typeof id !== 'string')) {
    return malformed(
      `Cannot send '${type}' with a non-string entry in 'outcome.interruptIds'. Interrupt ids are strings.`,
    );
  }
  return undefined;
}

/** SUBAGENT_STARTED. */
export const startsSubagent: Check = (node, event) => {
  const id = tagOf(event);
  if (id === undefined) return malformed("Cannot send 'SUBAGENT_STARTED' without a 'subagentRunId'.");
  if (stringOf(event, 'name') === undefined) {
    return malformed("Cannot send 'SUBAGENT_STARTED' without a 'name'.");
  }
  const refuse = "Cannot send 'SUBAGENT_STARTED':";
  if (isOpen(node.subagents, id)) {
    const text = `${refuse} subagent '${id}' is already active. Finish it with 'SUBAGENT_FINISHED' first.`;
    return { check: 'subagent-reused', text };
  }
  if (lookup(node.closedSubagents, id)) {
    const text = `${refuse} subagent '${id}' has already finished in this run. Subagent IDs are per-invocation and cannot be reused.`;
    return { check: 'subagent-reused', text };
  }
  const parent = stringOf(event, 'parentSubagentRunId');
  if (parent !== undefined && !isOpen(node.subagents, parent) && !lookup(node.closedSubagents, parent)) {
    const text = `${refuse} parentSubagentRunId '${parent}' has not been started in this run.`;
    return { check: 'subagent-unknown-parent', text };
  }
  node.subagents = opened(node.subagents, id, ++node.order);
  return undefined;
};

/** SUBAGENT_FINISHED and SUBAGENT_ERROR. */
export const endsSubagent: Check = (node, event) => {
  const type = String(event['type']);
  const id = tagOf(event);
  if (id === undefined) return malformed(`Cannot send '${type}' without a 'subagentRunId'.`);
  if (type === 'SUBAGENT_ERROR' && stringOf(event, 'message') === undefined) {
    return malformed("Cannot send 'SUBAGENT_ERROR' without a 'message'.");
  }
  if (!isOpen(node.subagents, id)) {
    const text = `Cannot send '${type}': no active subagent found with ID '${id}'. A 'SUBAGENT_STARTED' event must be sent first.`;
    return { check: 'subagent-not-active', text };
  }
  node.subagents = closed(node.subagents, id);
  node.closedSubagents = assigned(node.closedSubagents, id, true);
  return undefined;
};
