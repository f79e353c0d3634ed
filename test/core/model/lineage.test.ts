import { expect, test } from 'vitest';
import type { Log } from '@/lib/core/log/log';
import { type LineageNode, lineageOf, lineageRows } from '@/lib/core/model/queries/lineage';
import type { Model, Thread } from '@/lib/core/model/types';
import { cpuMs, hasRunAway } from '../../support/cpu';
import { answer, createExchanges, finished, question, requestOf, started } from '../../support/exchanges';
import { modelOf } from '../../support/logs';

function treeOf(log: Log): readonly LineageNode[] {
  const model = modelOf(log);
  const thread = model.threads.at(0);
  return thread === undefined ? [] : lineageOf(model, thread);
}

/** `link(parent)` of every run. */
function linksOf(log: Log): string[] {
  const links: string[] = [];
  const visit = ({ run, link, parent, children }: LineageNode) => {
    links[run] = parent === undefined ? link : `${link} ${parent}`;
    for (const child of children) visit(child);
  };
  for (const root of treeOf(log)) visit(root);
  return links;
}

const reply = (id: string) => ({ id, role: 'assistant', content: 'Yes' });
const [U1, U2, U3] = [question('u1'), question('u2'), question('u3')];

function turn(log: ReturnType<typeof createExchanges>, runId: string, messages: object[], more: object = {}) {
  const feed = log.open({ request: requestOf(runId, messages, more) });
  feed.send(started(runId), ...answer(`a-${runId}`, 'Yes'), finished(runId));
  feed.close();
}

test('a run comes from the one before it, or from the one that it names', () => {
  const talk = createExchanges();
  turn(talk, 'r1', [U1]);
  turn(talk, 'r2', [U1, reply('a-r1'), U2]);
  turn(talk, 'r3', [U1, reply('a-r1'), U2, reply('a-r2'), U3], { parentRunId: 'r1' });
  expect(linksOf(talk.log)).toEqual(['root', 'next 0', 'parent 0']);
});

test('a run is never its own parent', () => {
  const talk = createExchanges();
  turn(talk, 'r1', [U1]);
  turn(talk, 'r1', [U1, reply('a-r1'), U2], { parentRunId: 'r1' });
  expect(linksOf(talk.log)).toEqual(['root', 'again 0']);
});

test('a request with a shorter history branches off at its last message', () => {
  const talk = createExchanges();
  turn(talk, 'r1', [U1]);
  turn(talk, 'r2', [U1, reply('a-r1'), U2]);
  turn(talk, 'r3', [U1, reply('a-r1'), U2, reply('a-r2'), U3]);
  turn(talk, 'again2', [U1, reply('a-r1'), U2]);
  turn(talk, 'on', [U1, reply('a-r1'), U2, reply('a-again2'), U3]);
  turn(talk, 'again1', [U1]);
  expect(linksOf(talk.log)).toEqual(['root', 'next 0', 'next 1', 'branch 0', 'next 3', 'branch']);
});

test('an answer to an interrupt resumes its run, even under the same run id; a repeated id alone does not', () => {
  const talk = createExchanges();
  const outcome = { type: 'interrupt', interrupts: [{ id: 'i1', reason: 'approval' }] };
  talk.open({ request: requestOf('r1', [U1]) }).send(started('r1'), finished('r1', outcome));
  const resume = [{ interruptId: 'i1', status: 'resolved', payload: true }];
  turn(talk, 'r1', [U1], { resume });
  turn(talk, 'r1', [U1, reply('a-r1'), U2]);
  expect(linksOf(talk.log)).toEqual(['root', 'resume 0', 'again 1']);
});

test('a replay joins its run; a call of another server changes no branch', () => {
  const talk = createExchanges();
  turn(talk, 'r1', [U1]);
  const proxied = { forwardedProps: { __proxiedMCPRequest: {} } };
  talk.open({ request: requestOf('mcp', [], proxied) }).send(started('mcp', 'mcp'), finished('mcp'));
  turn(talk, 'r2', [U1, reply('a-r1'), U2]);
  const url = 'http://localhost/agent?offset=-1&runId=r2';
  talk.open({ url, method: 'GET' }).send(started('r2'), ...answer('a-r2', 'Yes'), finished('r2'));
  expect(linksOf(talk.log)).toEqual(['root', 'next 0', 'next 0', 'reconnect 2']);
});

test('rows: the newest child has the depth of its parent', () => {
  const talk = createExchanges();
  turn(talk, 'r1', [U1]);
  turn(talk, 'r2', [U1, reply('a-r1'), U2]);
  turn(talk, 'again', [U1, reply('a-r1'), U2]);
  const rows = lineageRows(treeOf(talk.log)).map(({ node, depth }) => [node.run, depth]);
  expect(rows).toEqual([
    [0, 0],
    [1, 1],
    [2, 0],
  ]);
});

test('builds 100,000 runs in linear time', () => {
  const runs = Array.from({ length: 100_000 }, (_, index) => ({
    index,
    runId: `r${index}`,
    kind: 'conversation',
    interrupts: [],
    lastMessageId: `a${index}`,
    input: { messages: [{ id: `a${index - 1}` }, { id: `u${index}` }] },
    requestNote: { isFull: true, droppedIds: index % 7 === 0 ? ['x'] : [], repeated: 1, changedIds: [] },
  }));
  const thread = { runs: runs.map(({ index }) => index) } as unknown as Thread;
  const from = cpuMs();
  expect(lineageRows(lineageOf({ runs } as unknown as Model, thread))).toHaveLength(100_000);
  expect(hasRunAway(from)).toBe(false);
});
