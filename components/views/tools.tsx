// The Tools view: the calls up to the cursor, and the selected one in full.

import { formatMs } from '@/lib/core/json/format';
import { cut } from '@/lib/core/json/preview';
import { callState } from '@/lib/core/model/queries/call-state';
import { argumentsMs, isDeclared, isEarlierCall, waitingMs } from '@/lib/core/model/queries/call-times';
import type { Model, ToolCallEntry } from '@/lib/core/model/types';
import { useSession, useWorkspace } from '../app/context';
import { NotRun, useNotRun } from '../shared/call-tag';
import { FoundDetails } from '../shared/found-details';
import { Panes, showPane } from '../shared/panes';
import { useThread } from '../shared/pickers';
import { SeqLink } from '../shared/seq-link';
import { asTitle, ROW_TEXT_MAX } from '../shared/text-limits';
import { TEXTS } from '../texts';
import { CallArguments } from '../tools/call-arguments';
import { CallCompare } from '../tools/call-compare';
import { CallResults, OrphanResults } from '../tools/call-results';
import { CallTable } from '../tools/call-table';

export function ToolsView() {
  const { settings } = useWorkspace();
  const { models, choices, cursor, reading } = useSession();
  const thread = useThread();
  const model = models.current.value;
  reading.revision.value;
  const isServer = models.perspective.value === 'server';
  const newest = cursor.at.value === 'live' || !isServer ? model : models.newest();
  const { toolCalls } = model;
  const chosen = choices.call.value;
  const selected = (chosen === undefined ? undefined : newest.toolCalls.at(chosen)) ?? toolCalls.at(-1);
  const shown = selected && (toolCalls.at(selected.index) ?? selected);
  if (shown === undefined)
    return (
      <>
        <p class="nothing">{TEXTS.tools.noTools}</p>
        <OrphanResults model={model} thread={thread} />
      </>
    );
  return (
    <Panes
      name="tools"
      isStacked
      canClose
      first={
        <CallTable
          model={model}
          newest={newest}
          selected={shown}
          onChoose={({ index }) => {
            choices.call.value = index;
            showPane(settings, 'tools');
          }}
        />
      }
      second={
        <FoundDetails>
          <Call
            key={shown.index}
            call={shown}
            model={toolCalls.at(shown.index) === undefined ? newest : model}
          />
          <OrphanResults model={model} thread={thread} />
        </FoundDetails>
      }
    />
  );
}

function Call({ call, model }: { call: ToolCallEntry; model: Model }) {
  const { names, cursor, log, models } = useSession();
  const state = callState(call, model, models.newest());
  // A call after the cursor is shown as of the newest event.
  const isLater = model !== models.current.value;
  const nowMs = log.timeMsOf(isLater ? log.length - 1 : Math.max(cursor.seq.value, 0));
  const words = TEXTS.tools;
  const notRun = useNotRun().get(call.startSeq);
  const [args, waited] = [argumentsMs(call), waitingMs(call)];
  return (
    <section class="pad" aria-label={words.callOf(cut(call.name, ROW_TEXT_MAX))}>
      <h2>
        ƒ {cut(call.name, ROW_TEXT_MAX)}{' '}
        <span class="dim" title={asTitle(call.id)}>
          {names.id(call.id)}
        </span>
      </h2>
      <p>
        <SeqLink seq={call.startSeq}>
          {isEarlierCall(call) ? words.broughtBefore(call.startSeq) : words.startedBy(call.startSeq)}
        </SeqLink>
        <SeqLink seq={call.endSeq}>{words.calledAt(call.endSeq ?? 0)}</SeqLink>
        <SeqLink seq={call.resultSeq}>{words.answeredAt(call.resultSeq ?? 0)}</SeqLink>{' '}
        <span class="dim">
          {args !== undefined && words.argumentsTook(formatMs(args))}
          {waited !== undefined && ` · ${words.waitedFor(formatMs(waited))}`}
        </span>
      </p>
      {notRun !== undefined && <NotRun finding={notRun} />}
      {notRun === undefined && state.kind === 'waiting' && (
        <p class="bar bar-warning" role="status">
          {words.waitsFor[state.for](formatMs(Math.max(0, nowMs - state.sinceMs)))}
        </p>
      )}
      {notRun === undefined && state.kind === 'unanswered' && (
        <p class="bar bar-warning" role="status">
          {words.notAnswered(isDeclared(model, call) === true)}
        </p>
      )}
      <CallArguments call={call} />
      <CallResults call={call} model={model} />
      <CallCompare call={call} model={model} />
    </section>
  );
}
