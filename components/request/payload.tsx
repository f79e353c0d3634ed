// The body of a request; for a run also only what is new in its thread.
import { useSession, useWorkspace } from '../app/context';
import { compose, hasPage, startWith } from '../composer/run-start';
import { SentRequest } from '../run/sent-request';
import { RawText } from '../shared/raw-text';
import { ValueTree } from '../shared/value-tree';
import { TEXTS } from '../texts';
import type { RequestPartProps } from './tab-props';

export function Payload(props: RequestPartProps) {
  const workspace = useWorkspace();
  const start = startWith(props.now);
  return (
    <>
      {hasPage(workspace) && start !== undefined && (
        <p class="request-bar">
          <button type="button" onClick={() => compose(workspace, start)}>
            {TEXTS.runFrom.again}
          </button>
        </p>
      )}
      <Body {...props} />
    </>
  );
}

function Body({ stream, now }: RequestPartProps) {
  const { summaries, models } = useSession();
  const asked = summaries.askedBy(now, stream.input);
  const run = asked && models.current.value.runs.at(asked.index);
  if (run?.input !== undefined) return <SentRequest run={run} isOpen />;
  return (
    <>
      {stream.input !== undefined ? (
        <ValueTree label={TEXTS.request} value={stream.input} depth={2} />
      ) : stream.requestBody !== undefined ? (
        <RawText text={stream.requestBody} />
      ) : (
        <p class="dim">{TEXTS.requestView.noBody}</p>
      )}
      {stream.requestBodyLength !== undefined && (
        <p class="dim">{TEXTS.event.bodyCut(stream.requestBody?.length ?? 0, stream.requestBodyLength)}</p>
      )}
    </>
  );
}
