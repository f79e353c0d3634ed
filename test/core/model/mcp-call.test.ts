// CopilotKit's calls to MCP servers: runs beside the conversation, which answer under a thread of their own.
import { expect, test } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import { CLIENT_0_0 } from '@/lib/core/consumers/profile';
import { createExchanges } from '../../support/exchanges';
import { findingsOf, headOf, modelOf } from '../../support/logs';

const HELLO = { id: 'u', role: 'user', content: 'hello' };
const ANSWER = { id: 'm', role: 'assistant', content: 'hi' };
const asked = (runId: string, more: object = {}) => ({
  ...{ threadId: 't', runId, state: { n: 1 }, messages: [HELLO, ANSWER], tools: [], context: [] },
  forwardedProps: { __proxiedMCPRequest: { serverId: 's', method: 'resources/read', params: {} } },
  ...more,
});

function session(docs: readonly string[]) {
  const { log, open } = createExchanges();
  for (const [at, doc] of docs.entries()) {
    const feed = open({ doc, request: asked(`r${at}`) });
    feed.send({ type: 'RUN_STARTED', threadId: `r${at}`, runId: `r${at}` });
    feed.send({ type: 'RUN_FINISHED', threadId: `r${at}`, runId: `r${at}`, result: {} });
    feed.close();
  }
  log.finish();
  return log;
}

test.each([[['d']], [['d', 'd']], [['d', 'e']]])(
  'documents %j: the requesting thread has its messages',
  (docs) => {
    const log = session(docs);
    for (const model of [modelOf(log), headOf(log, appFold(CLIENT_0_0)).model]) {
      const threads = [...model.threads].map(({ threadId, messages }) => [
        threadId,
        [...messages].map(({ message }) => message.id),
      ]);
      expect(threads).toEqual([['t', ['u', 'm']]]);
      expect([...model.runs].map(({ kind }) => kind)).toEqual(docs.map(() => 'mcp-proxy'));
    }
    expect(findingsOf(log)).toEqual([]);
  },
);
