// Page rules: a recording is served to the page, requests fail by rule, and all of it ends with the panel.
import { startServer } from '../harness/server';
import { type Browser, type Panel, type Tab, until } from './drive/browser';
import {
  accountOfPage,
  converse,
  demoUrl,
  expectedEvents,
  openFile,
  panelEvents,
  type Visit,
} from './drive/demo';
import { launch } from './drive/launch';
import { isChanging, openRules, runCommand } from './drive/panel-actions';
import { contentOf, forgetRules } from './rules-story';
import { converseShown, expect, nameOf, panelOn, story } from './story';

/** Runs a command of the palette. An example waits for Start, and so does a new rule beside stopped ones. */
async function command(panel: Panel, text: string, rules?: number): Promise<void> {
  await openRules(panel, text);
  if (rules !== undefined) await expect.poll(() => panel.count('button', /^Delete rule /)).toBe(rules);
  const isNew = !text.startsWith('Rules');
  if (isNew)
    await panel.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('dialog.rules button:enabled')];
      buttons.find(({ textContent }) => textContent === 'Start')?.click();
    });
  await panel.click('button', 'Close');
}

story.beforeEach(forgetRules);

/** Changes that the log has, in order. */
function changesIn(panel: Panel): Promise<readonly string[]> {
  return panel.evaluate(() => {
    const all: { reason?: string; detail: string }[] = JSON.parse(JSON.stringify(lens.boundaries()));
    return all.flatMap(({ reason, detail }) => (reason === 'changed' ? [detail] : []));
  });
}

/** Opens the panel and waits until it has a first run. */
async function openOnRun(tab: Tab, visit: (visit: Visit) => Promise<void>): Promise<Panel> {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  await converseShown(tab, panel);
  return panel;
}

const idsOf = async (tab: Tab): Promise<readonly string[]> =>
  (await accountOfPage(tab)).messages.map(({ id }) => id);

story('a session of the page is served to it again with the same result', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ agent: 'everything', pace: 2 }));
  await converseShown(tab, panel, ['Hello?', 'And then?'], 'everything');
  const original = await contentOf(tab);
  const ids = await idsOf(tab);
  await command(panel, 'Serve this recording');
  await expect.poll(() => isChanging(panel)).toBe(true);

  // A document that is loaded while the tab is armed, with a run at once.
  await visit({ agent: 'everything', pace: 2, say: 'Hello?' });
  await tab.evaluate(() => window.demo.idle());
  await expect.poll(() => panel.count('row', /POST .*served from this session #1/)).toBe(1);
  await converse(tab, 'And then?');
  expect(await contentOf(tab)).toEqual(original);
  expect((await idsOf(tab)).filter((id) => ids.includes(id))).toEqual([]);
  await expect.poll(() => panel.evaluate(() => document.body.innerText)).toContain('2 affected');

  await panel.click('button', 'Stop');
  await expect.poll(() => isChanging(panel)).toBe(false);
  await visit({ agent: 'everything', pace: 2 });
  await converse(tab, 'Hello?');
  await until(() => panel.evaluate(() => lens.length > 0), { what: 'events of the server' });
});

story('rules of a recording with a long name fit into their dialog', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit());
  await panel.resize(1400, 600);
  const name = `${'http://localhost:8000/?agent=chat&transport=sse&'.repeat(3)}.json`;
  const run = { threadId: 't', runId: 'r' };
  const events = [
    { type: 'RUN_STARTED', ...run },
    { type: 'RUN_FINISHED', ...run },
  ];
  await openFile(panel, name, JSON.stringify(events));
  await openRules(panel, 'Serve this recording');
  const overflow = () =>
    panel.evaluate(() => {
      const body = document.querySelector('dialog.rules .dialog-body');
      return body && body.scrollWidth - body.clientWidth;
    });
  await expect.poll(overflow).toBe(0);
  await panel.click('button', 'Close');
  await panel.resize();
});

story('events that the user has written are served to the page', async ({ tab, visit }) => {
  const panel = await openOnRun(tab, visit);
  await panel.click('grid', 'Events');
  await runCommand(panel, 'Write events', 'Serve events to the page');
  await panel.evaluate(() => {
    const editor = document.querySelector<HTMLTextAreaElement>('dialog.held textarea');
    if (!editor?.value.includes('get_weather')) throw new Error('The editor lacks the run at the cursor.');
    editor.value = editor.value.replaceAll('London', 'Narnia');
    editor.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await panel.click('button', 'Serve');
  await expect.poll(() => panel.count('dialog', 'Rules for this page')).toBe(1);
  await panel.click('button', 'Close');
  await expect.poll(() => isChanging(panel)).toBe(true);
  await visit({ pace: 2, say: 'Hello?' });
  await tab.evaluate(() => window.demo.idle());
  expect((await accountOfPage(tab)).state).toMatchObject({ city: 'Narnia' });
});

story('filtered events are served: without the state', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ agent: 'everything', pace: 2 }));
  await converseShown(tab, panel, ['Hello?', 'And then?'], 'everything');
  const original = await contentOf(tab);
  await panel.click('searchbox', 'Filter');
  await panel.type('-type:STATE_*');
  await command(panel, 'Serve the filtered events', 1);

  await visit({ agent: 'everything', pace: 2, say: 'Hello?' });
  await tab.evaluate(() => window.demo.idle());
  await converse(tab, 'And then?');
  const served = await contentOf(tab);
  expect(original.state).not.toEqual({});
  expect(served).toEqual({ ...original, state: {} });
});

story('requests fail by rule until they are stopped', async ({ tab, visit }) => {
  const panel = await openOnRun(tab, visit);
  // A document without the libraries of the demo.
  await tab.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.src = '/plain';
    await new Promise((resolve) => {
      frame.onload = resolve;
      document.body.append(frame);
    });
  });
  const globalsInFrame = (): Promise<readonly string[]> =>
    tab.evaluate(() =>
      Reflect.ownKeys(window.frames[0] ?? {})
        .map(String)
        .sort(),
    );
  const globals = await globalsInFrame();
  await command(panel, 'Fail requests');
  await expect.poll(() => isChanging(panel)).toBe(true);
  const askInFrame = (): Promise<string> =>
    tab.evaluate(async () => {
      const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [] });
      return (await window.frames[0]?.fetch('/agents/chat', { method: 'POST', body }))?.text() ?? '';
    });
  await expect.poll(askInFrame).toBe('{"error":"failed by AG-UI Lens"}');
  expect(await globalsInFrame()).toEqual(globals);
  const ask = (): Promise<string> =>
    tab.evaluate(async () => {
      const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [] });
      try {
        const response = await fetch('/agents/chat', { method: 'POST', body });
        return `${response.status} ${response.url.endsWith('/agents/chat')} ${await response.text()}`;
      } catch (error) {
        return String(error);
      }
    });
  await expect.poll(ask).toBe('500 true {"error":"failed by AG-UI Lens"}');
  await expect.poll(() => panel.count('row', /failed by rule 1/)).toBeGreaterThan(0);
  await panel.click('button', 'Rules…');
  await expect.poll(() => panel.count('dialog', 'Rules for this page')).toBe(1);
  await panel.evaluate(() => {
    const select = document.querySelector<HTMLSelectElement>('dialog.rules select');
    if (!select) throw new Error('The rule has no answer to choose.');
    select.value = 'network-error';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect.poll(ask).toMatch(/^TypeError: (Failed to fetch|NetworkError)/);
  await panel.click('button', 'Close');
  await panel.click('button', 'Stop');
  await expect.poll(ask).not.toMatch(/^500 true|TypeError/);
});

story(
  'events of a live response are changed on their way to the page, and the log shows it',
  async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ pace: 2 }));
    const { length } = await converseShown(tab, panel);
    const whole = await contentOf(tab);
    await command(panel, 'Change events of the page');
    await expect.poll(() => isChanging(panel)).toBe(true);
    await visit({ pace: 2 });
    await converse(tab, 'Hello?');
    const dropped = await contentOf(tab);
    expect(dropped).not.toEqual(whole);
    // Without the event, and once.
    await panelEvents(panel, 2 * length - 1);
    await expect.poll(() => changesIn(panel)).toEqual(['TEXT_MESSAGE_CONTENT: dropped by rule 1']);
    await expect.poll(() => panel.evaluate(() => document.body.innerText)).toContain('1 affected');
    await panel.click('button', 'Stop');
    await visit({ pace: 2 });
    await converse(tab, 'Hello?');
    expect(await contentOf(tab)).toEqual(whole);
  },
);

for (const transport of ['eventsource-named', 'websocket', 'protobuf'] as const)
  story(`events over ${transport} are changed, and held until the user goes on`, async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ pace: 2, transport }));
    const { length } = await converseShown(tab, panel);
    // Without the first word of the answer.
    const cut = JSON.stringify(await contentOf(tab)).replace('"Let me', '"me');
    // The rules come while the connection of a socket is open.
    await command(panel, 'Change events of the page');
    await expect.poll(() => isChanging(panel)).toBe(true);
    await converse(tab, 'And then?');
    expect(JSON.stringify(await contentOf(tab)).split('"me look')).toHaveLength(2);
    await panelEvents(panel, 2 * length - 1);
    await expect.poll(() => changesIn(panel)).toEqual(['TEXT_MESSAGE_CONTENT: dropped by rule 1']);

    await holdNext(panel, visit, transport);
    await forwardChanged(panel);
    await tab.evaluate(() => window.demo.idle());
    expect(JSON.stringify(await contentOf(tab))).toContain('get_news');
    await expect
      .poll(async () => (await changesIn(panel)).at(-1))
      .toMatch(/^TOOL_CALL_START: replaced after \d+\.\d s$/);

    await visit({ pace: 2, transport, say: 'Hello?' });
    await expect.poll(() => isHolding(panel)).toBe(true);
    await panel.click('button', 'Stop');
    await tab.evaluate(() => window.demo.idle());
    expect(JSON.stringify(await contentOf(tab))).toBe(cut);
  });

story('messages of the page over a WebSocket are held, and changed on their way', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2, transport: 'websocket' }));
  const { length } = await converseShown(tab, panel);
  await openRules(panel, 'Hold events of the page');
  await expect.poll(() => panel.count('button', 'Delete rule 1')).toBe(1);
  await panel.click('checkbox', 'sent by the page');
  await expect.poll(() => panel.count('checkbox', 'hold the server too')).toBe(0);
  await panel.click('button', 'Close');
  // A started rule is known to the page once the bar shows it.
  await panel.click('button', 'Stop');
  await expect.poll(() => isChanging(panel)).toBe(false);
  await openRules(panel, 'Rules that change this page');
  await panel.click('button', 'Start');
  await panel.click('button', 'Close');
  await expect.poll(() => isChanging(panel)).toBe(true);
  await tab.evaluate(() => void window.demo.run('And then?'));
  await expect.poll(() => isHolding(panel, 'an event sent by the page')).toBe(true);
  expect(await panel.evaluate(() => lens.length)).toBe(length);
  await panel.click('button', 'Change…');
  await expect.poll(() => panel.count('dialog', 'Change the held message')).toBe(1);
  await panel.evaluate(() => {
    const editor = document.querySelector<HTMLTextAreaElement>('dialog.held textarea');
    if (editor === null) throw new Error('There is no editor.');
    editor.value = editor.value.replace('And then?', 'And Rome?');
    editor.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await panel.click('button', 'Forward changed');
  await tab.evaluate(() => window.demo.idle());
  // The agent answers what the server got, and the row shows it.
  expect(JSON.stringify(await contentOf(tab))).toContain('You asked “And Rome?”');
  await expect.poll(() => panel.count('row', /“And Rome\?”/)).toBeGreaterThan(0);
  await expect.poll(() => changesIn(panel)).toHaveLength(2);
  expect((await changesIn(panel)).at(-1)).toMatch(/^page sends an event: replaced after \d+\.\d s$/);
});

for (const transport of ['eventsource', 'websocket', 'xhr', 'protobuf'] as const)
  story(
    `a session over ${transport} is served to the page again, without a connection`,
    async ({ tab, visit }) => {
      const panel = await panelOn(tab, visit({ agent: 'everything', pace: 2, transport }));
      await converse(tab, 'Hello?', 'And then?');
      const { length } = await expectedEvents(tab, 'everything');
      await panelEvents(panel, length);
      const original = await contentOf(tab);
      const ids = await idsOf(tab);
      await command(panel, 'Serve this recording');
      await expect.poll(() => isChanging(panel)).toBe(true);

      await visit({ agent: 'everything', pace: 2, transport });
      await converse(tab, 'Hello?', 'And then?');
      expect(await contentOf(tab)).toEqual(original);
      expect((await idsOf(tab)).filter((id) => ids.includes(id))).toEqual([]);
      await panelEvents(panel, 2 * length);
      // The list shows its end: rows of the served answers may be out of view.
      await expect
        .poll(() => originsOf(panel, 'open'))
        .toContainEqual(expect.stringMatching(/^served from this session #\d$/));

      await panel.click('button', 'Stop');
      await expect.poll(() => isChanging(panel)).toBe(false);
      await visit({ agent: 'everything', pace: 2, transport });
      await converse(tab, 'Hello?');
      await panelEvents(panel, 2 * length + 1);
      expect(JSON.stringify(await contentOf(tab))).not.toBe(JSON.stringify(original));
    },
  );

/** Sends a run by XMLHttpRequest, and returns what its events show; progress and its states are one. */
function traceOf(tab: Tab): Promise<readonly string[]> {
  return tab.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const xhr = new XMLHttpRequest();
        const trace: string[] = [];
        const note = ({ type, target }: Event): void => {
          const { length } = xhr.readyState === XMLHttpRequest.LOADING ? '' : xhr.responseText;
          const facts = [xhr.readyState, xhr.status, xhr.statusText, xhr.responseURL, length > 0];
          const line = [target === xhr ? type : `upload ${type}`, ...facts, xhr.getAllResponseHeaders()].join(
            ' ',
          );
          // A browser leaves out some of these, by time.
          const isRepeated = xhr.readyState === XMLHttpRequest.LOADING;
          if (!isRepeated) trace.push(line.replace(/date: .*\r\n/, ''));
          if (type === 'loadend' && target === xhr) resolve(trace);
        };
        for (const type of ['readystatechange', 'loadstart', 'load', 'error', 'abort', 'loadend']) {
          xhr.addEventListener(type, note);
          xhr.upload.addEventListener(type, note);
        }
        xhr.open('POST', '/agents/chat?pace=0#part');
        xhr.setRequestHeader('accept', 'text/event-stream');
        xhr.send(
          JSON.stringify({ threadId: 't', runId: 'r', messages: [], tools: [], context: [], state: {} }),
        );
      }),
  );
}

story('answers to XMLHttpRequest are changed, held and failed by rule', async ({ tab, visit }) => {
  const transport = 'xhr';
  const panel = await panelOn(tab, visit({ pace: 2, transport }));
  const { length } = await converseShown(tab, panel);
  const original = await contentOf(tab);
  const cut = JSON.stringify(original).replace('"Let me', '"me');
  const trace = await traceOf(tab);
  expect(trace.at(-1)).toMatch(/^loadend 4 200 OK http.* true .*content-type: text\/event-stream/s);
  const before = await panel.evaluate(() => lens.length);

  await command(panel, 'Change events of the page');
  await expect.poll(() => isChanging(panel)).toBe(true);
  await visit({ pace: 2, transport });
  await converse(tab, 'Hello?');
  expect(JSON.stringify(await contentOf(tab))).toBe(cut);
  await panelEvents(panel, before + length - 1);
  await expect.poll(() => changesIn(panel)).toEqual(['TEXT_MESSAGE_CONTENT: dropped by rule 1']);
  // The page sees no other difference.
  expect(await traceOf(tab)).toEqual(trace);

  // The run begins with the document: it waits for its rules.
  await holdNext(panel, visit, transport);
  await forwardChanged(panel);
  await tab.evaluate(() => window.demo.idle());
  expect(JSON.stringify(await contentOf(tab))).toContain('get_news');
  await panel.click('button', 'Stop');
  await expect.poll(() => isChanging(panel)).toBe(false);

  await command(panel, 'Fail requests');
  await expect.poll(() => isChanging(panel)).toBe(true);
  await expect.poll(async () => (await traceOf(tab)).at(-1)).toMatch(/^loadend 4 500 /);
  const records = (): Promise<readonly string[]> =>
    panel.evaluate(() => {
      const text = JSON.stringify(lens.boundaries());
      const all: { kind: string; stream?: { transport: string; origin?: string } }[] = JSON.parse(text);
      const ends = all.filter(({ kind }) => kind === 'close');
      return ends.map(({ stream }) => `${stream?.transport} ${stream?.origin ?? 'server'}`);
    });
  await expect.poll(async () => (await records()).at(-1)).toMatch(/^xhr failed by rule \d$/);
  expect((await records()).filter((record) => !record.startsWith('xhr '))).toEqual([]);
});

/** Chooses the answer of the first rule in the dialog. */
async function chooseAnswer(panel: Panel, answer: string): Promise<void> {
  await panel.click('button', 'Rules…');
  await expect.poll(() => panel.count('dialog', 'Rules for this page')).toBe(1);
  await panel.evaluate((value) => {
    const select = document.querySelector<HTMLSelectElement>('dialog.rules select');
    if (!select) throw new Error('The rule has no answer to choose.');
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, answer);
  await panel.click('button', 'Close');
}

/** Opens a connection, and returns the ends that a page gets to see, once the browser has ended it. */
function endsOf(tab: Tab, isSocket: boolean): Promise<readonly string[]> {
  return tab.evaluate(async (asSocket) => {
    const input = { threadId: 't', runId: 'r', messages: [], tools: [], context: [], state: {} };
    const path = `/agents/chat/events?pace=2&input=${encodeURIComponent(JSON.stringify(input))}`;
    const ends: string[] = [];
    const source = asSocket
      ? new WebSocket(`ws://${location.host}/agents/chat/socket?pace=2`)
      : new EventSource(path);
    for (const name of ['error', 'close'])
      source.addEventListener(name, (event) => {
        const { code = '' } = event as Partial<CloseEvent>;
        ends.push(`${name} ${code} ${source.readyState}`);
      });
    // The rule is not in force yet.
    const giveUp = (): void => {
      ends.push('whole');
      source.close();
    };
    source.addEventListener('message', (event) => {
      if (String((event as MessageEvent).data).includes('RUN_FINISHED')) giveUp();
    });
    if (source instanceof WebSocket)
      source.addEventListener('open', () => source.send(JSON.stringify(input)));
    const stateOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(source), 'readyState')?.get;
    const closed = asSocket ? WebSocket.CLOSED : EventSource.CLOSED;
    while (ends.length === 0 || (await stateOf?.call(source)) !== closed)
      await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return ends;
  }, isSocket);
}

for (const transport of ['eventsource-query', 'websocket'] as const)
  story(`a connection by ${transport} is ended and broken by rule, once`, async ({ tab, visit }) => {
    const isSocket = transport === 'websocket';
    const panel = await panelOn(tab, visit({ pace: 2, transport }));
    await converseShown(tab, panel);
    await command(panel, 'Change events of the page');
    await expect.poll(() => isChanging(panel)).toBe(true);
    await chooseAnswer(panel, 'end');
    const ended = () => endsOf(tab, isSocket);
    await expect.poll(ended).toEqual([isSocket ? 'close 1000 3' : 'error  2']);
    await chooseAnswer(panel, 'break');
    await expect.poll(ended).toEqual(isSocket ? ['error  3', 'close 1006 3'] : ['error  2']);
    await expect
      .poll(async () => (await changesIn(panel)).at(-1))
      .toBe('TEXT_MESSAGE_CONTENT: the connection was broken here by rule 1');
  });

story('the tab is disarmed when the panel closes or the origin changes', async ({ tab, visit, server }) => {
  const failing = (): Promise<boolean> =>
    tab.evaluate(async () => {
      const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [] });
      return (await (await fetch('/agents/chat', { method: 'POST', body })).text()).includes(
        'failed by AG-UI Lens',
      );
    });
  const panel = await openOnRun(tab, visit);
  await command(panel, 'Fail requests');
  await expect.poll(failing).toBe(true);
  await tab.goto(demoUrl(server.url.replace('127.0.0.1', 'localhost')));
  await expect.poll(() => panel.evaluate(() => document.body.innerText)).toContain('went to another site');
  expect(await failing()).toBe(false);
  await panel.click('button', 'Start');
  await expect.poll(failing).toBe(true);
  await panel.close();
  await expect.poll(failing).toBe(false);

  // The rules are kept for their site, and not in force.
  const next = await openOnRun(tab, visit);
  await command(next, 'Rules that change', 1);
  expect(await failing()).toBe(false);
});

story('a page stays armed when the background dies', async ({ tab, visit, driver }) => {
  const panel = await openOnRun(tab, visit);
  const text = await contentOf(tab);
  await command(panel, 'Serve this recording');
  await expect.poll(() => isChanging(panel)).toBe(true);
  await driver.killBackground();
  await visit({ pace: 2 });
  await converse(tab, 'Hello?');
  expect(await contentOf(tab)).toEqual(text);
  await expect.poll(() => isChanging(panel)).toBe(true);
});

/** Keeps the background from answering for a while. */
function delayBackground({ inBackground, killBackground }: Browser): Promise<void> {
  const block = (): void =>
    void setTimeout(() => {
      const end = Date.now() + 2500;
      while (Date.now() < end);
    });
  // A new background of Firefox needs some hundred milliseconds.
  return inBackground ? inBackground(block) : killBackground();
}

story(
  'the first run of a document is answered by rule, however late its rules are',
  async ({ tab, visit, driver }) => {
    const panel = await openOnRun(tab, visit);
    await command(panel, 'Fail requests');
    await expect.poll(() => isChanging(panel)).toBe(true);
    await delayBackground(driver);
    await visit({ pace: 2, say: 'Hello?' });
    await expect.poll(() => originsOf(panel)).toEqual(['page', 'failed by rule 1']);
  },
);

story(
  'a page, or a frame of another origin, arms nothing and gets no rules',
  async ({ tab, visit, server }) => {
    const panel = await openOnRun(tab, visit);
    const attempt = () =>
      tab.evaluate(async () => {
        const received: string[] = [];
        const { port1 } = new MessageChannel();
        for (const name of ['taken', 'to', 'from']) port1.addEventListener(name, () => received.push(name));
        document.addEventListener('ag-ui-lens', (event) => {
          if ((event as MessageEvent).data) received.push('slot');
        });
        for (const name of ['ag-ui-lens', 'ag-ui-lens-director', 'ag-ui-lens-director?'])
          document.dispatchEvent(new MessageEvent(name, { ports: [port1] }));
        const runtime = (globalThis as { chrome?: { runtime?: { connect?: unknown } } }).chrome?.runtime;
        if (runtime?.connect) received.push('a way to the extension');
        await new Promise(requestAnimationFrame);
        return received;
      });
    expect(await attempt()).toEqual([]);
    await command(panel, 'Fail requests');
    const own = (): Promise<string> =>
      tab.evaluate(async () => {
        const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [] });
        return (await fetch('/agents/chat', { method: 'POST', body })).text();
      });
    await expect.poll(own).toContain('failed by AG-UI Lens');
    // The same host on another port. The demo in the frame runs at once: its answer is one of the server.
    const second = await startServer();
    const other = demoUrl(second.url, { pace: 2, say: 'In a frame?' });
    await tab.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
    }, other);
    const origins = (): Promise<readonly string[]> =>
      panel.evaluate(() => {
        const text = JSON.stringify(lens.boundaries());
        const all: { kind: string; stream?: { url: string; origin?: string } }[] = JSON.parse(text);
        const ends = all.filter(({ kind }) => kind === 'close');
        return ends.map(({ stream }) => `${new URL(stream?.url ?? '').origin} ${stream?.origin ?? 'server'}`);
      });
    await expect.poll(origins).toContain(`${second.url} server`);
    expect(await origins()).toContain(`${server.url} failed by rule 1`);
    expect(await origins()).not.toContain(`${second.url} failed by rule 1`);
    await second.close();
  },
);

/** Edits the held event, and sends what is in the editor then. */
async function editHeld(panel: Panel, button: string, from: string, to: string): Promise<void> {
  await panel.click('button', 'Change…');
  await expect.poll(() => panel.count('dialog', 'Change the held event')).toBe(1);
  await panel.evaluate(
    (before, after) => {
      const editor = document.querySelector<HTMLTextAreaElement>('dialog.held textarea');
      if (!editor) throw new Error('There is no editor.');
      editor.value = before === '' ? after : editor.value.replace(before, after);
      editor.dispatchEvent(new Event('input', { bubbles: true }));
    },
    from,
    to,
  );
  await panel.click('button', button);
}

/** Edits the held event, and lets it go on. */
const forwardChanged = (panel: Panel): Promise<void> =>
  editHeld(panel, 'Forward changed', 'get_weather', 'get_news');

/** Presses a key in the panel, which may have lost the focus to the page. */
async function pressIn(panel: Panel, key: string): Promise<void> {
  await panel.click('grid', 'Events');
  await panel.press(key);
}

const isHolding = (panel: Panel, type = 'TOOL_CALL_START'): Promise<boolean> =>
  panel.evaluate((name) => document.body.innerText.includes(`holding ${name}`), type);

/** Opens a page whose answer is held. */
async function visitHeld(
  panel: Panel,
  visit: (visit: Visit) => Promise<void>,
  transport: Visit['transport'] = 'sse',
): Promise<void> {
  await visit({ pace: 2, transport, say: 'Hello?' });
  await expect.poll(() => isHolding(panel)).toBe(true);
}

/** Once the page is idle it has all of an answer. */
async function expectWhole(tab: Tab, whole: unknown): Promise<void> {
  await tab.evaluate(() => window.demo.idle());
  expect(await contentOf(tab)).toEqual(whole);
}

/** Holds events, and loads the page with a run. */
async function holdNext(
  panel: Panel,
  visit: (visit: Visit) => Promise<void>,
  transport: Visit['transport'] = 'sse',
): Promise<void> {
  await command(panel, 'Hold events of the page');
  await visitHeld(panel, visit, transport);
}

story('an event is held until the user goes on, changed or not', async ({ tab, visit }) => {
  const panel = await openOnRun(tab, visit);
  const whole = await contentOf(tab);
  await command(panel, 'Hold events of the page');
  await expect.poll(() => isChanging(panel)).toBe(true);

  const placeOfStop = () =>
    panel.evaluate(() => {
      const { right, top } =
        document.querySelector('.rules-all button:last-child')?.getBoundingClientRect() ?? {};
      return [right, top];
    });
  await panel.resize(530);
  const before = await placeOfStop();
  expect(before[0]).toBeGreaterThan(0);
  await visitHeld(panel, visit);
  expect(await contentOf(tab)).not.toEqual(whole);
  expect(await placeOfStop()).toEqual(before);
  await panel.resize(700);
  const linesOfBar = () =>
    panel.evaluate(() => (document.querySelector('.rules-bar')?.clientHeight ?? Number.NaN) / 30);
  expect(await linesOfBar()).toBeLessThan(2.2);
  await panel.resize();
  await pressIn(panel, 'F10');
  await expect.poll(() => isHolding(panel, 'TOOL_CALL_ARGS')).toBe(true);
  await pressIn(panel, 'F8');
  await expectWhole(tab, whole);
  const changes = async () => (await changesIn(panel)).map((text) => text.replace(/\d+\.\d/, 'n'));
  await expect
    .poll(changes)
    .toEqual([
      'TOOL_CALL_START: held by rule 1',
      'TOOL_CALL_START: went on after n s',
      'TOOL_CALL_ARGS: held by rule 1',
      'TOOL_CALL_ARGS: went on after n s',
    ]);

  await visitHeld(panel, visit);
  await forwardChanged(panel);
  await tab.evaluate(() => window.demo.idle());
  expect(JSON.stringify(await contentOf(tab))).toContain('get_news');

  await visitHeld(panel, visit);
  const delta = [{ op: 'add', path: '/inserted', value: true }];
  await editHeld(panel, 'Insert before', '', JSON.stringify({ type: 'STATE_DELTA', delta }));
  await tab.evaluate(() => window.demo.idle());
  const { state, contents } = Object(await contentOf(tab));
  expect({ contents, state: { ...state, inserted: undefined } }).toEqual(whole);
  expect(state.inserted).toBe(true);
});

story('a response is held where the filter matches: at a path of the state', async ({ tab, visit }) => {
  const panel = await openOnRun(tab, visit);
  const whole = await contentOf(tab);
  await panel.click('searchbox', 'Filter');
  await panel.type('path:/turns type:STATE_DELTA');
  await command(panel, 'Hold events of the page');
  await expect.poll(() => isChanging(panel)).toBe(true);
  await visit({ pace: 2, say: 'Hello?' });
  await expect.poll(() => isHolding(panel, 'STATE_DELTA')).toBe(true);
  expect((await accountOfPage(tab)).state).toMatchObject({ turns: 0 });
  await pressIn(panel, 'F8');
  await expectWhole(tab, whole);
  expect((await changesIn(panel)).filter((text) => text.includes('held by'))).toHaveLength(1);
});

story('a page is never left waiting: rules stopped, panel closed', async ({ tab, visit }) => {
  const panel = await openOnRun(tab, visit);
  const whole = await contentOf(tab);
  await holdNext(panel, visit);
  await panel.click('button', 'Stop');
  await expectWhole(tab, whole);
  await expect
    .poll(async () => (await changesIn(panel)).at(-1))
    .toMatch(/^TOOL_CALL_START: went on after .* s, because the rules were switched off$/);
  await holdNext(panel, visit);
  await panel.close();
  await expectWhole(tab, whole);
});

story('a hold outlives the background, and ends with it and the panel', async ({ tab, visit, driver }) => {
  const panel = await openOnRun(tab, visit);
  const whole = await contentOf(tab);
  await holdNext(panel, visit);
  await panel.click('grid', 'Events');
  await driver.killBackground();
  // Once, whether there is a background again or not.
  await panel.press('F8');
  await expectWhole(tab, whole);
  await visitHeld(panel, visit);
  await panel.close();
  await driver.killBackground();
  await expectWhole(tab, whole);
});

story('a page that is held and left goes on when it comes back', async ({ tab, visit, server }) => {
  const panel = await openOnRun(tab, visit);
  const whole = await contentOf(tab);
  await holdNext(panel, visit);
  await tab.goto(`${server.url}/none`);
  await expect.poll(() => tab.evaluate(() => location.pathname)).toBe('/none');
  await panel.click('button', 'Stop');
  await tab.evaluate(() => void setTimeout(() => history.back()));
  // A browser may have kept the page, or loads it again, and it asks again.
  const isWhole = async () => JSON.stringify(await contentOf(tab)) === JSON.stringify(whole);
  await until(isWhole, { what: 'the page to come back and to go on' });
});

story('a page that is held goes on when the extension is updated', async ({ server }, { project }) => {
  // Its own: DevTools that were open during the update are of no use to another story.
  const driver = await launch(nameOf(project));
  const { tab } = driver;
  const visit = (wanted: Visit) => tab.goto(demoUrl(server.url, wanted));
  try {
    const panel = await openOnRun(tab, visit);
    const whole = await contentOf(tab);
    await holdNext(panel, visit);
    await driver.reloadExtension();
    await expectWhole(tab, whole);
    // Later runs are not changed.
    await tab.evaluate(() => window.demo.run('And then?'));
    await tab.evaluate(() => window.demo.idle());
    expect((await accountOfPage(tab)).messages.length).toBeGreaterThan(
      JSON.parse(JSON.stringify(whole)).contents.length,
    );
  } finally {
    await driver.close();
  }
});

const originsOf = (panel: Panel, of = 'close'): Promise<readonly string[]> =>
  panel.evaluate((wanted) => {
    const text = JSON.stringify(lens.boundaries());
    const all: { kind: string; stream?: { origin?: string } }[] = JSON.parse(text);
    return all.flatMap(({ kind, stream }) => (kind === wanted ? [stream?.origin ?? 'page'] : []));
  }, of);

/** Opens the composer by the palette, at the event of the cursor. */
async function openComposer(panel: Panel): Promise<void> {
  await runCommand(panel, 'Run from here', 'Run from here');
}

/** Composes a run with a prompt, at the newest event. */
async function composeRun(panel: Panel, prompt: string): Promise<void> {
  await panel.click('grid', 'Events');
  await openComposer(panel);
  await panel.click('textbox', 'Prompt');
  await panel.type(prompt);
}

const isSending = (panel: Panel): Promise<boolean> =>
  panel.evaluate(() => document.body.innerText.includes('A run that you sent from this page is running'));

story('a run is sent from the page, and the conversation in it stays as it is', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  await converseShown(tab, panel);
  const whole = await accountOfPage(tab);
  await composeRun(panel, 'And by hand?');
  await panel.click('button', 'Send');
  await expect.poll(() => originsOf(panel)).toEqual(['page', 'sent by you']);
  await expect.poll(() => panel.count('row', /POST .*And by hand\?.*sent by you/)).toBe(1);
  expect(await accountOfPage(tab)).toEqual(whole);
  // The tab was armed for this run only.
  await expect.poll(() => panel.count('button', 'Stop the run')).toBe(0);

  await panel.click('tab', 'Run');
  await panel.click('button', /^Compare with .*Hello/);
  await expect.poll(() => panel.count('region', /And by hand/)).toBe(1);
});

story(
  'a run of a new thread is sent to a URL from a page that has asked nothing',
  async ({ tab, visit, server }) => {
    const panel = await panelOn(tab, visit({ pace: 2 }));
    await panel.click('button', 'Commands');
    await expect.poll(() => panel.count('dialog')).toBe(1);
    await panel.type('Send a run to');
    await panel.press('Enter');
    await expect.poll(() => panel.count('dialog', 'Send a run to a URL')).toBe(1);
    await panel.click('textbox', 'URL');
    await panel.type(`${server.url}/agents/chat?pace=2`);
    await panel.click('textbox', 'Prompt');
    await panel.type('Hello?');
    await panel.click('button', 'Send');
    await expect.poll(() => originsOf(panel)).toEqual(['sent by you']);
    await expect.poll(() => panel.count('row', /POST .*Hello\?.*sent by you/)).toBe(1);
    expect((await accountOfPage(tab)).messages).toEqual([]);
  },
);

story('a run that was sent is stopped, by its button and with the panel', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 150, transport: 'ndjson' }));
  await converseShown(tab, panel);
  const whole = await accountOfPage(tab);
  await composeRun(panel, 'And by hand?');
  await panel.click('button', 'Send');
  await expect.poll(() => isSending(panel)).toBe(true);
  await panel.click('button', 'Stop the run');
  await expect.poll(() => panel.count('row', /stopped by you/)).toBeGreaterThan(0);
  await expect.poll(() => isSending(panel)).toBe(false);
  await composeRun(panel, 'Once more?');
  await panel.click('button', 'Send');
  await expect.poll(() => isSending(panel)).toBe(true);
  await panel.close();
  const again = await tab.openPanel();
  await expect.poll(() => again.count('row', /stopped by you/)).toBeGreaterThan(1);
  expect(await accountOfPage(tab)).toEqual(whole);
});

story('an interrupt that waits is answered by hand', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ agent: 'interrupt', pace: 2 }));
  await converse(tab, 'Delete it');
  const { length } = await expectedEvents(tab, 'interrupt');
  await panelEvents(panel, length);
  const whole = await accountOfPage(tab);
  // A list that still grows may move below the pointer.
  const choose = async (): Promise<string | undefined> => {
    await panel.click('row', /RUN_FINISHED/);
    return panel.evaluate(() => document.querySelector('[role=row][aria-selected=true]')?.textContent ?? '');
  };
  await expect.poll(choose).toContain('RUN_FINISHED');
  await openComposer(panel);
  const resume = async (): Promise<unknown> =>
    JSON.parse(
      await panel.evaluate(() => {
        const editor = document.querySelector<HTMLTextAreaElement>('dialog.run-from textarea');
        return JSON.stringify(JSON.parse(editor?.value ?? '{}').resume ?? null);
      }),
    );
  await expect.poll(resume).toMatchObject([{ status: 'resolved', payload: { approved: false } }]);
  await panel.click('checkbox', 'approved');
  await expect.poll(resume).toMatchObject([{ status: 'resolved', payload: { approved: true } }]);
  await panel.click('button', 'Send');
  await expect.poll(() => originsOf(panel)).toEqual(['page', 'sent by you']);
  await expect.poll(() => panel.count('row', /POST .*sent by you.*finished/)).toBe(1);
  expect(await accountOfPage(tab)).toEqual(whole);
});
