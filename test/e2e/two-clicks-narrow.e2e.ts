// Everyday questions at 700 px docked right, each answered from the default state with at most two clicks or keys.
import { events } from '../support/stream-text';
import { exportMade, openFile, panelEvents } from './drive/demo';
import { viewOf } from './drive/panel-actions';
import { recordingOf } from './drive/recorded';
import { expect, panelOn, story } from './story';
import { type CountedSteps, inTwoClicks } from './two-clicks-story';

const WIDTH = 700;

const run = (id: string, text: string, end: string) =>
  events(`
    run ${id} · state {"city":"Rome","total":1} · patch /total = 20 · text ${id}-m "It is " "${text}"
    tool ${id}-c weather {"city":"Rome"} · result ${id}-c "21 degrees" · ${end}
  `);
const SNAPSHOT = 'messages [{"id":"b-m","role":"assistant","content":"It is windy."}]';
const FIRST = run('a', 'sunny.', 'end');
const SECOND = run('b', 'rainy.', `${SNAPSHOT} · error "The model is overloaded." OVERLOADED`);

const asked = (runId: string, content: string) => ({
  threadId: 't',
  runId,
  messages: [{ id: `${runId}-u`, role: 'user', content }],
});

// Five seconds of silence before the second event of text.
const paced = (list: readonly object[], from: number) =>
  list.map((event, at) => [from + at * 10 + (at > 4 ? 5_000 : 0), event] as const);

const RECORDING = recordingOf([
  { request: asked('a', 'Rome?'), events: paced(FIRST, 10), how: 'complete' },
  { request: asked('b', 'Rome again?'), events: paced(SECOND, 20_000), how: 'complete' },
]);

interface Question {
  readonly name: string;
  ask(panel: CountedSteps): Promise<void>;
  /** In the view, or in a dialog. */
  readonly answer: RegExp;
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'what did the agent say?',
    ask: (panel) => panel.click('tab', 'Messages'),
    answer: /It is windy\./,
  },
  {
    name: 'which tool was called with what, and what came back?',
    ask: (panel) => panel.click('tab', 'Tools'),
    answer: /weather[\s\S]*city: "Rome"[\s\S]*21 degrees/,
  },
  {
    name: 'what was the state at an event?',
    async ask(panel) {
      await panel.click('row', /\/total = 20/);
      await panel.click('tab', 'State');
    },
    answer: /city: "Rome"[\s\S]*total: 20/,
  },
  {
    name: 'who changed this path?',
    async ask(panel) {
      await panel.click('tab', 'State');
      await panel.click('treeitem', /^\W*total/);
    },
    answer: /#\d+ STATE_DELTA/,
  },
  {
    name: 'why did the run fail?',
    ask: (panel) => panel.click('tab', /^Findings/),
    answer: /The model is overloaded/,
  },
  {
    name: 'how long until the first token, where are the stalls?',
    ask: (panel) => panel.click('tab', 'Run'),
    answer: /first token after 41 ms[\s\S]*stall/i,
  },
  {
    name: 'what did the request send?',
    async ask(panel) {
      await panel.click('row', /POST .*Rome again/);
      await panel.click('tab', 'Payload');
    },
    answer: /Rome again\?/,
  },
  {
    name: 'what differs between two runs?',
    async ask(panel) {
      await panel.click('tab', 'Run');
      await panel.click('button', 'Compare with #1 “Rome?”');
    },
    answer: /#1 “Rome\?” and #2 “Rome again\?”[\s\S]*Messages/i,
  },
  {
    name: 'what did the snapshot change?',
    async ask(panel) {
      await panel.click('row', /MESSAGES_SNAPSHOT|1 message/);
      await panel.click('tab', 'Messages');
    },
    answer: /Changes from MESSAGES_SNAPSHOT #\d+[\s\S]*Replaced/,
  },
  {
    name: 'how do I share this without secrets?',
    ask: (panel) => panel.click('button', 'Export'),
    answer: /Placeholders[\s\S]*Download/,
  },
];

for (const { name, ask, answer } of QUESTIONS) {
  story(name, async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit());
    await panel.resize(WIDTH);
    await openFile(panel, 'recorded.agui.jsonl', RECORDING);
    await panelEvents(panel, FIRST.length + SECOND.length);
    await panel.click('tab', 'Event');
    await inTwoClicks(panel, ask);
    const shown = async () => `${await viewOf(panel)} ${(await panel.texts('dialog')).join(' ')}`;
    await expect.poll(shown).toMatch(answer);
    if (name.includes('share')) await exportMade(panel);
    const { LENS_PICTURES } = process.env;
    if (LENS_PICTURES) await panel.screenshot(`${LENS_PICTURES}/${name.replaceAll(/\W+/g, '-')}.png`);
    if (name.includes('share')) await panel.press('Escape');
    await panel.resize();
  });
}
