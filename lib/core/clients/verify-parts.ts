// Steps and subagents. A step belongs to the agent that started it; its name is unique within that agent only. A
// subagent's id stands for one invocation and cannot be reused within the run.

import type { ClientNode, OpenStep } from '@/lib/core/clients/client-node';
import { closed, isOpen, opened, openIds } from '@/lib/core/clients/open-set';
import { tagOf } from '@/lib/core/clients/owners';
import type { Violation } from '@/lib/core/clients/verdict';
import type { VerifyCheck } from '@/lib/core/clients/verify-entities';
import { assigned, keysOf, lookup } from '@/lib/core/json/id-map';
import { isJsonObject, type JsonObject, stringIn } from '@/lib/core/json/json';

/** Maximum number of agents that are searched for a step. */
const OWNERS_MAX = 1_000;

// The parent agent is not a subagent with an empty id, so it gets its own key.
function ownerKey(owner: string | undefined): string {
  return owner === undefined ? '' : `/${owner}`;
}

function stepKey(owner: string | undefined, name: string): string {
  return owner === undefined ? `:${name}` : `${owner.length}:${owner}:${name}`;
}

function stepOf(key: string): OpenStep {
  const from = key.indexOf(':') + 1;
  if (from === 1) return { owner: undefined, name: key.slice(1) };
  const to = from + Number(key.slice(0, from - 1));
  return { owner: key.slice(from, to), name: key.slice(to + 1) };
}

/** Open steps in the order of error texts: by owner, then by time; at most `most`. */
export function openSteps({ steps, stepOwners }: ClientNode, most: number): OpenStep[] {
  const rank = ({ owner }: OpenStep): number => lookup(stepOwners, ownerKey(owner)) ?? 0;
  return openIds(steps, most)
    .map(stepOf)
    .sort((a, b) => rank(a) - rank(b));
}

export const startsStep: VerifyCheck = (node, event) => {
  const name = String(event['stepName']);
  const owner = tagOf(event);
  const key = stepKey(owner, name);
  if (isOpen(node.steps, key)) {
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
  node.steps = opened(node.steps, key, order);
  return undefined;
};

function agent(owner: string | undefined): string {
  return owner === undefined ? 'the parent agent' : `subagent '${owner}'`;
}

function holderOf({ steps, stepOwners }: ClientNode, name: string): string | undefined {
  let left = OWNERS_MAX;
  for (const group of keysOf(stepOwners)) {
    const owner = group === '' ? undefined : group.slice(1);
    if (isOpen(steps, stepKey(owner, name))) return agent(owner);
    if (--left === 0) break;
  }
  return undefined;
}

function stepNotOpen(node: ClientNode, name: string, owner: string | undefined): Violation {
  const holder = holderOf(node, name);
  const text =
    holder === undefined
      ? `Cannot send 'STEP_FINISHED' for step "${name}" that was not started`
      : `Cannot send 'STEP_FINISHED' for step "${name}" attributed to ${agent(owner)}: that step is open under ${holder}. A step must be finished by whoever started it.`;
  return { check: 'step-not-open', text };
}

export const finishesStep: VerifyCheck = (node, event) => {
  const name = String(event['stepName']);
  const owner = tagOf(event);
  const key = stepKey(owner, name);
  if (!isOpen(node.steps, key)) return stepNotOpen(node, name, owner);
  node.steps = closed(node.steps, key);
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

/** Nulls and outcomes of SUBAGENT_* that a schema would reject: producers in the same process use no schema. */
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

export const startsSubagent: VerifyCheck = (node, event) => {
  const id = tagOf(event);
  if (id === undefined) return malformed("Cannot send 'SUBAGENT_STARTED' without a 'subagentRunId'.");
  if (stringIn(event, 'name') === undefined) {
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
  const parent = stringIn(event, 'parentSubagentRunId');
  if (parent !== undefined && !isOpen(node.subagents, parent) && !lookup(node.closedSubagents, parent)) {
    const text = `${refuse} parentSubagentRunId '${parent}' has not been started in this run.`;
    return { check: 'subagent-unknown-parent', text };
  }
  node.subagents = opened(node.subagents, id, ++node.order);
  return undefined;
};

export const endsSubagent: VerifyCheck = (node, event) => {
  const type = String(event['type']);
  const id = tagOf(event);
  if (id === undefined) return malformed(`Cannot send '${type}' without a 'subagentRunId'.`);
  if (type === 'SUBAGENT_ERROR' && stringIn(event, 'message') === undefined) {
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
