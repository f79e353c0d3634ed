// A failed patch: the operation, the state before it, and a corrected patch.
import { useMemo } from 'preact/hooks';
import { type Json, textOf } from '@/lib/core/json/json';
import { valueAt } from '@/lib/core/json/pointer';
import { cut } from '@/lib/core/json/preview';
import { failedPlace, suggestFixes } from '@/lib/core/json/suggest-fix';
import { threadIn } from '@/lib/core/model/queries/blame';
import type { PatchFailure } from '@/lib/core/model/types';
import { useSession, useWorkspace } from '../app/context';
import { copyText } from '../app/notices';
import { ValueTree } from '../shared/value-tree';
import { TEXTS } from '../texts';

/** Longer patches are cut on screen, but copied whole. */
const PATCH_SHOWN = 4_000;
const REASON_SHOWN = 300;

function patchText(patch: readonly Json[]): string {
  return `[\n${patch.map((operation) => `  ${textOf(operation) ?? '…'}`).join(',\n')}\n]`;
}

function Details({ threadId, failure }: { threadId: string; failure: PatchFailure }) {
  const workspace = useWorkspace();
  const session = useSession();
  const { seq } = failure;
  const perspective = session.models.perspective.value;
  const facts = useMemo(() => {
    // A failed patch does not change the document.
    const document = threadIn(session.models.at(seq), threadId)?.state;
    const patch = session.log.at(seq)?.event?.['delta'];
    const place = failedPlace(document, patch);
    if (place === undefined) return undefined;
    return { place, around: valueAt(place.document, place.existing), fixes: suggestFixes(document, patch) };
  }, [session, threadId, seq, perspective]);
  if (facts === undefined) return null;
  const { place, around, fixes } = facts;
  return (
    <div class="failed-patch">
      <h2>{TEXTS.state.failedOperation}</h2>
      <p>
        <span class="dim">{place.index}</span> <code>{cut(textOf(place.operation) ?? '', PATCH_SHOWN)}</code>
      </p>
      {place.reason !== failure.message && <p>{cut(place.reason, REASON_SHOWN)}</p>}
      <h2>{TEXTS.state.wouldWork}</h2>
      {fixes.length === 0 && <p class="dim">{TEXTS.state.noFix}</p>}
      <ol class="fixes">
        {fixes.map(({ sentence, patch }) => (
          <li key={sentence}>
            <p>
              {sentence}{' '}
              <button
                type="button"
                class="link"
                onClick={() => void copyText(workspace, textOf(patch, 2) ?? '')}
              >
                {TEXTS.state.copyFix}
              </button>
            </p>
            <pre class="raw" tabIndex={0}>
              {cut(patchText(patch), PATCH_SHOWN)}
            </pre>
          </li>
        ))}
      </ol>
      {around !== undefined && (
        <>
          <h2>
            {TEXTS.state.documentThen(
              place.existing === '' ? TEXTS.whole : cut(place.existing, REASON_SHOWN),
            )}
          </h2>
          <ValueTree label={TEXTS.state.stateThen} value={around} depth={1} />
        </>
      )}
    </div>
  );
}

export function FailedPatch({ threadId, failure }: { threadId: string; failure: PatchFailure }) {
  const { cursor } = useSession();
  const { seq, operation, message } = failure;
  const isHere = cursor.seq.value === seq;
  return (
    <>
      <p class="bar bar-error" role="alert">
        <span>
          {TEXTS.state.patchFailed(seq, operation)}{' '}
          <span lang="en">{cut(/[.!?]$/.test(message) ? message : `${message}.`, REASON_SHOWN)}</span>
        </span>
        {!isHere && (
          <button type="button" onClick={() => cursor.goTo(seq)}>
            {TEXTS.state.goThere}
          </button>
        )}
      </p>
      {isHere && <Details threadId={threadId} failure={failure} />}
    </>
  );
}
