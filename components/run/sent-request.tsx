// The request of a run: whole, or only what is new in the thread.
import { useSignal } from '@preact/signals';
import type { JsonObject } from '@/lib/core/json/json';
import {
  type ListNews,
  normalisedInput,
  requestNews,
  stateNews,
} from '@/lib/core/model/queries/request-news';
import type { Model, Run } from '@/lib/core/model/types';
import { useSession, useWorkspace } from '../app/context';
import { copyText } from '../app/notices';
import { DifferenceList } from '../shared/difference-list';
import { RawText } from '../shared/raw-text';
import { ValueTree } from '../shared/value-tree';
import { TEXTS } from '../texts';
import { Fold } from '../ui/fold';

function listText(name: string, { added, removed, changed }: ListNews): string[] {
  const parts = [
    ...added.map((entry) => `+${entry}`),
    ...removed.map((entry) => `−${entry}`),
    ...changed.map((entry) => `~${entry}`),
  ];
  return parts.length === 0 ? [] : [`${name} ${parts.join(', ')}`];
}

function newsText(model: Model, run: Run): string | undefined {
  const news = requestNews(model, run);
  if (news === undefined) return undefined;
  const { repeated, newIds, changedIds, droppedIds, movedIds } = news;
  return [
    TEXTS.run.messageNews(repeated, newIds.length),
    ...(changedIds.length > 0 ? [TEXTS.run.changedCount(changedIds.length)] : []),
    ...(droppedIds.length > 0 ? [TEXTS.run.droppedCount(droppedIds.length)] : []),
    ...(movedIds.length > 0 ? [TEXTS.run.movedCount(movedIds.length)] : []),
    ...(news.isNewDocument ? [TEXTS.run.newDocument] : []),
    ...(news.isStateChanged ? [TEXTS.run.stateChanged] : []),
    ...listText(TEXTS.run.toolsWord, news.tools),
    ...listText(TEXTS.run.contextWord, news.context),
    ...(news.isForwardedChanged ? [TEXTS.run.forwardedChanged] : []),
  ].join(' · ');
}

const PAYLOAD = TEXTS.requestView.tabs.payload;

interface SentRequestProps {
  readonly run: Run;
  readonly isOpen?: boolean;
}

export function SentRequest({ run, isOpen = false }: SentRequestProps) {
  const model = useSession().models.current.value;
  const { input, stream } = run;
  if (input === undefined) {
    if (stream.requestBody === undefined) return null;
    return (
      <>
        <h3>{PAYLOAD}</h3>
        <RawText text={stream.requestBody} />
      </>
    );
  }
  return (
    <Fold
      summary={[PAYLOAD, newsText(model, run) ?? []].flat().join(' · ')}
      isOpen={isOpen}
      hiddenText={() => JSON.stringify(input)}
    >
      {() => <Input run={run} input={input} />}
    </Fold>
  );
}

function Input({ run, input }: { run: Run; input: JsonObject }) {
  const model = useSession().models.current.value;
  const workspace = useWorkspace();
  const isShort = useSignal(false);
  const changes = isShort.value ? stateNews(run) : [];
  const short = isShort.value ? normalisedInput(model, run) : undefined;
  return (
    <>
      <p class="request-bar">
        {requestNews(model, run) !== undefined && (
          <button
            type="button"
            aria-pressed={isShort.value}
            onClick={() => {
              isShort.value = !isShort.value;
            }}
          >
            {TEXTS.run.onlyNew}
          </button>
        )}
        <button
          type="button"
          onClick={() => void copyText(workspace, JSON.stringify(short ?? input, undefined, 2))}
        >
          {TEXTS.run.copyRequest}
        </button>
      </p>
      {changes.length > 0 && <DifferenceList differences={changes} />}
      <ValueTree label={PAYLOAD} value={short ?? input} depth={2} />
    </>
  );
}
