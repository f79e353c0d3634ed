// The request of a run: whole, or only what is new in the thread.
import { useSignal } from '@preact/signals';
import type { JsonObject } from '@/lib/core/json/json';
import {
  type ListDiff,
  normalisedInput,
  requestDiff,
  requestStateDiff,
} from '@/lib/core/model/queries/request-diff';
import type { Model, Run } from '@/lib/core/model/types';
import { useSession, useWorkspace } from '../app/context';
import { copyText } from '../app/notices';
import { DifferenceList } from '../shared/difference-list';
import { RawText } from '../shared/raw-text';
import { ValueTree } from '../shared/value-tree';
import { TEXTS } from '../texts';
import { Fold } from '../ui/fold';

function listText(name: string, { added, removed, changed }: ListDiff): string[] {
  const parts = [
    ...added.map((entry) => `+${entry}`),
    ...removed.map((entry) => `−${entry}`),
    ...changed.map((entry) => `~${entry}`),
  ];
  return parts.length === 0 ? [] : [`${name} ${parts.join(', ')}`];
}

function diffText(model: Model, run: Run): string | undefined {
  const diff = requestDiff(model, run);
  if (diff === undefined) return undefined;
  const { repeated, newIds, changedIds, droppedIds, movedIds } = diff;
  return [
    TEXTS.run.messageCounts(repeated, newIds.length),
    ...(changedIds.length > 0 ? [TEXTS.run.changedCount(changedIds.length)] : []),
    ...(droppedIds.length > 0 ? [TEXTS.run.droppedCount(droppedIds.length)] : []),
    ...(movedIds.length > 0 ? [TEXTS.run.movedCount(movedIds.length)] : []),
    ...(diff.isNewDocument ? [TEXTS.run.newDocument] : []),
    ...(diff.isStateChanged ? [TEXTS.run.stateChanged] : []),
    ...listText(TEXTS.run.toolsWord, diff.tools),
    ...listText(TEXTS.run.contextWord, diff.context),
    ...(diff.isForwardedChanged ? [TEXTS.run.forwardedChanged] : []),
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
      summary={[PAYLOAD, diffText(model, run) ?? []].flat().join(' · ')}
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
  const changes = isShort.value ? requestStateDiff(run) : [];
  const short = isShort.value ? normalisedInput(model, run) : undefined;
  return (
    <>
      <p class="request-bar">
        {requestDiff(model, run) !== undefined && (
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
