// Faults of servers, with the stock client in the page: the panel names each at its run and as a finding.
import { converse } from './drive/demo';
import { viewOf } from './drive/panel-actions';
import { expect, panelOn, story } from './story';

const CASES = [
  { agent: 'broken-truncated', status: 'truncated', rule: 'truncated-run', page: undefined },
  { agent: 'broken-cut', status: 'truncated', rule: 'truncated-run', page: /./ },
  { agent: 'broken-error-then-more', status: 'error', rule: 'event-after-terminal', page: /already errored/ },
  { agent: 'broken-crlf', status: 'success', rule: 'crlf-framing', page: /JSON/ },
  { agent: 'broken-bad-patch', status: 'success', rule: 'patch-failed', page: undefined },
  { agent: 'broken-html-200', status: 'truncated', rule: 'zero-events', page: undefined },
  { agent: 'http-500', status: 'failed', rule: 'http-error', page: /HTTP 500/ },
] as const;

for (const { agent, status, rule, page } of CASES) {
  story(`${agent} is named ${rule}`, async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ agent, pace: 2 }));
    await converse(tab, 'Go on.');
    // The stock client reports its own error to the application, or none.
    const error = await tab.evaluate(() => window.demo.error() ?? null);
    if (page) expect(error).toMatch(page);
    else expect(error).toBeNull();

    const seen = () =>
      panel.evaluate(async () => {
        await lens.settled();
        return JSON.stringify([lens.runs(), lens.findings()]);
      });
    await expect.poll(seen).toContain(`"rule":"${rule}"`);
    // A finding may appear before the run ends.
    await expect.poll(seen).toContain(`"status":"${status}"`);
    await panel.click('tab', /^Findings/);
    await expect.poll(() => viewOf(panel)).toContain(rule);
  });
}
