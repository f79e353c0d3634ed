// The panel's view of a scenario, in both perspectives.
import type { Panel } from '../e2e/drive/browser';
import { until } from '../e2e/drive/browser';
import { accountOf } from './account';

/** A row of the table. */
export interface Seen {
  readonly page: readonly string[];
  readonly error: string;
  /** Undefined where nothing is predicted. */
  readonly app: readonly string[] | undefined;
  readonly server: readonly string[];
  readonly consumer: string;
  /** Rules above info, with how often. */
  readonly findings: readonly string[];
}

export type Shown = Pick<Seen, 'app' | 'server' | 'consumer' | 'findings'>;

interface Found {
  readonly rule: string;
  readonly severity: string;
}

/** Selects a perspective; false if it is not offered. */
function choose(panel: Panel, perspective: 'app' | 'server'): Promise<boolean> {
  return panel.evaluate((wanted) => {
    const select = [...document.querySelectorAll('select')].find((each) =>
      [...each.options].some(({ value }) => value === 'app'),
    );
    const option = [...(select?.options ?? [])].find(({ value }) => value === wanted);
    if (select === undefined || option === undefined || option.disabled) return false;
    select.value = wanted;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  }, perspective);
}

async function account(panel: Panel): Promise<readonly string[]> {
  const [messages, state] = await panel.evaluate(async () => {
    await lens.settled();
    return [lens.messages(), lens.state() ?? null] as const;
  });
  return accountOf(messages, state);
}

/** Resolves when a while has brought no more events and boundaries. */
async function calm(panel: Panel): Promise<void> {
  let before = '';
  await until(
    async () => {
      const now = await panel.evaluate(async () => {
        await lens.settled();
        return JSON.stringify([lens.length, lens.boundaries()]).length;
      });
      const isSame = before === String(now);
      before = String(now);
      await new Promise((resolve) => setTimeout(resolve, 250));
      return isSame && now > 10;
    },
    { what: 'the panel to have everything' },
  );
}

function counted(found: readonly Found[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { rule, severity } of found)
    if (severity !== 'info') counts.set(`${severity} ${rule}`, (counts.get(`${severity} ${rule}`) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).sort();
}

/** Reads both perspectives in the Messages view. */
export async function lookAt(panel: Panel): Promise<Shown> {
  await calm(panel);
  await panel.click('tab', 'Messages');
  await until(() => choose(panel, 'server'), { what: 'the choice of perspectives' });
  const server = await account(panel);
  const isOffered = await choose(panel, 'app');
  const app = isOffered ? await account(panel) : undefined;
  const facts = await panel.evaluate(() => {
    const select = [...document.querySelectorAll('select')].find((each) =>
      [...each.options].some(({ value }) => value === 'app'),
    );
    return [select?.title ?? '', lens.findings()] as const;
  });
  const [title, findings] = facts;
  // The findings of the panel's own account are of this shape.
  return { app, server, consumer: title, findings: counted(findings as unknown as readonly Found[]) };
}
