// A tool call in its message: name, state, arguments; tree and result when open.
import type { ToolCall } from '@ag-ui/core';
import { textOfContent } from '@/lib/core/agui/content-part';
import { uiSpecOf } from '@/lib/core/agui/ui-payload';
import type { Json } from '@/lib/core/json/json';
import { cut } from '@/lib/core/json/preview';
import { readArguments } from '@/lib/core/model/queries/arguments';
import { callState } from '@/lib/core/model/queries/call-state';
import { callOfThread } from '@/lib/core/model/queries/lookup';
import type { Thread } from '@/lib/core/model/types';
import { useSession, useWorkspace } from '../app/context';
import { callMenu } from '../menus/call-menu';
import { CallTag, NotRun, useNotRun } from '../shared/call-tag';
import { RawText } from '../shared/raw-text';
import { asTitle } from '../shared/text-limits';
import { ValueTree } from '../shared/value-tree';
import { TEXTS } from '../texts';
import { Fold } from '../ui/fold';
import { useContextMenu } from '../ui/menu';
import { ContentParts, Encrypted } from './content-parts';

const LINE_MAX = 300;
const NAME_MAX = 120;

export function InlineCall({ call, thread }: { call: ToolCall; thread: Thread }) {
  const workspace = useWorkspace();
  const openMenu = useContextMenu();
  const { models, choices, cursor, log } = useSession();
  const known = callOfThread(models.current.value, thread, call.id);
  const state = known && callState(known, models.current.value, models.newest());
  const notRun = useNotRun().get(known?.startSeq ?? -1);
  const nowMs = log.timeMsOf(Math.max(cursor.seq.value, 0));
  const name = cut(String(call.function?.name ?? ''), NAME_MAX);
  const args = String(call.function?.arguments ?? '');
  const spec = uiSpecOf(name, undefined);
  const toTools = () => {
    choices.call.value = known?.index;
    if (choices.tool.value !== known?.name) choices.tool.value = undefined;
    workspace.view.value = 'tools';
  };
  const summary = (
    <>
      <span class="call-name">ƒ {name}</span>
      {spec !== undefined && <span class="tag ui-spec">{spec}</span>}
      {known !== undefined && state !== undefined && <CallTag state={state} nowMs={nowMs} notRun={notRun} />}
      <code>{cut(args, LINE_MAX)}</code>
      {known?.result !== undefined && <code> → {cut(textOfContent(known.result), LINE_MAX)}</code>}
    </>
  );
  return (
    <Fold
      class="inline-call"
      summary={summary}
      onContextMenu={(event) => {
        if (known !== undefined) openMenu(event, callMenu(workspace, known));
      }}
      hiddenText={() => `${args.slice(LINE_MAX)}\n${textOfContent(known?.result).slice(LINE_MAX)}`}
    >
      {() => (
        <>
          {notRun !== undefined && <NotRun finding={notRun} />}
          <Arguments id={call.id} text={args} />
          {known?.result !== undefined && (
            <>
              <p class="dim">{TEXTS.tools.result}</p>
              <ResultValue label={`Result in ${asTitle(call.id)}`} value={known.result} />
            </>
          )}
          <Encrypted of={call} />
          <button type="button" class="link" disabled={known === undefined} onClick={toTools}>
            {TEXTS.messages.inTools}
          </button>
        </>
      )}
    </Fold>
  );
}

function Arguments({ id, text }: { id: string; text: string }) {
  const read = readArguments(text);
  if (read.value === undefined || typeof read.value !== 'object' || read.value === null) {
    return <RawText text={text} />;
  }
  return <ValueTree label={`Arguments in ${asTitle(id)}`} value={read.value} depth={2} />;
}

export function ResultValue({ value, label }: { value: Json; label: string }) {
  if (typeof value !== 'string') return <ContentParts content={value} label={label} />;
  const read = readArguments(value);
  if (!read.complete || typeof read.value !== 'object' || read.value === null)
    return <RawText text={value} />;
  return <ValueTree label={label} value={read.value} depth={3} />;
}
