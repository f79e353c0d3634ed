// Preview of a file while it is read. The session on screen does not change until the user confirms.

import { formatNumber, formatSize } from '@/lib/core/json/format';
import { importProblems } from '@/lib/panel/import-problems';
import type { IncomingFile } from '@/lib/panel/workspace';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { Fact } from '../ui/fact';
import { Progress } from '../ui/progress';
import { useWorkspace } from './context';
import './incoming.css';

const WORDS = TEXTS.incoming;

const PROBLEMS_MAX = 8;

export function IncomingDialog() {
  const file = useWorkspace().incoming.value;
  return file === undefined ? null : <Contents key={file.opened.fed} file={file} />;
}

function Contents({ file: { opened, size, answer } }: { file: IncomingFile }) {
  const { settings } = useWorkspace();
  const { name = '', format, session } = opened;
  const { streams, events, unreadable, gaps } = session.counts.value;
  const share = session.reading.progress.value;
  const { empty, refused } = importProblems(opened);
  const problems = empty === undefined ? refused : [empty, ...refused];
  const others = problems.length - PROBLEMS_MAX;
  // A request without a response has a row of its own.
  const hasContent =
    share !== undefined || events > 0 || session.log.streams.some(({ transport }) => transport !== 'file');
  const facts: readonly (readonly [string, string])[] = [
    [WORDS.format, format ?? WORDS.unknown],
    [WORDS.size, formatSize(size)],
    [WORDS.streams, formatNumber(streams)],
    [WORDS.events, formatNumber(events)],
    ...(unreadable === 0 ? [] : [[WORDS.unreadable, formatNumber(unreadable)] as const]),
    ...(gaps === 0 ? [] : [[WORDS.gaps, formatNumber(gaps)] as const]),
  ];
  return (
    <Dialog label={WORDS.title(name)} class="incoming" onClose={() => answer(false)}>
      <h2>{name}</h2>
      {share !== undefined && <Progress text={TEXTS.chrome.reading} share={share} />}
      <div role="status">
        {problems.length > 0 && (
          <>
            <h3>{WORDS.problems}</h3>
            <ul>
              {problems.slice(0, PROBLEMS_MAX).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              {others > 0 && <li>{WORDS.more(others)}</li>}
            </ul>
          </>
        )}
        {share === undefined && problems.length === 0 && <p>{WORDS.complete}</p>}
      </div>
      <dl>
        {facts.map(([what, value]) => (
          <Fact key={what} name={what}>
            {value}
          </Fact>
        ))}
      </dl>
      {hasContent && <p class="dim">{WORDS.replaced}</p>}
      <label class="setting">
        <input
          type="checkbox"
          checked={settings.values.value.isFileAsked}
          onChange={(event) => settings.change({ isFileAsked: event.currentTarget.checked })}
        />
        {TEXTS.chrome.flags.isFileAsked}
      </label>
      <div class="dialog-buttons">
        <button type="button" autofocus={!hasContent} onClick={() => answer(false)}>
          {TEXTS.cancel}
        </button>
        {hasContent && (
          <button type="button" class="primary" autofocus onClick={() => answer(true)}>
            {problems.length > 0 ? WORDS.openPart : WORDS.open}
          </button>
        )}
      </div>
    </Dialog>
  );
}
