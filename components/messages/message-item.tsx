// One message: role, origin, content, menu.

import type { ToolCall } from '@ag-ui/core';
import { textOfContent } from '@/lib/core/agui/content-part';
import { uiSpecOf } from '@/lib/core/agui/ui-payload';
import { cut } from '@/lib/core/json/preview';
import type { Finding } from '@/lib/core/lint/types';
import { callOfThread } from '@/lib/core/model/queries/lookup';
import { isImplicit } from '@/lib/core/model/queries/message-spans';
import type { MessageEntry, Thread, ToolCallEntry } from '@/lib/core/model/types';
import { useSession, useWorkspace } from '../app/context';
import { messageMenu } from '../menus/message-menu';
import { newestOf } from '../shared/newest-items';
import { SeqLink } from '../shared/seq-link';
import { SeveritySign } from '../shared/signs';
import { asTitle, DETAIL_TEXT_MAX, ROW_TEXT_MAX } from '../shared/text-limits';
import { ValueTree } from '../shared/value-tree';
import { TEXTS } from '../texts';
import { Fold } from '../ui/fold';
import { MenuButton, useContextMenu } from '../ui/menu';
import { ContentParts, Encrypted } from './content-parts';
import { EndedNote, endOfMessage } from './ended-note';
import { InlineCall } from './inline-call';
import { contentOf } from './message-json';
import type { RecordBreak } from './message-marks';
import { MessageText } from './message-text';

interface MessageItemProps {
  readonly entry: MessageEntry;
  readonly thread: Thread;
  readonly isTouched: boolean;
  readonly difference?: string | undefined;
  readonly findings: readonly Finding[];
  readonly breakBefore?: RecordBreak | undefined;
  /** `top` in pixels. */
  readonly place: { readonly index: number; readonly count: number; readonly top: number };
  measure(element: HTMLElement | null): void;
}

export function MessageItem(props: MessageItemProps) {
  const { entry, thread, isTouched, difference, findings, breakBefore, place, measure } = props;
  const workspace = useWorkspace();
  const session = useSession();
  const { names, models } = session;
  const openMenu = useContextMenu();
  const { message } = entry;
  const { id, role } = message;
  const call =
    message.role === 'tool' ? callOfThread(models.current.value, thread, message.toolCallId) : undefined;
  const given = 'name' in message && typeof message.name === 'string' ? message.name : undefined;
  const name = given ?? call?.name;
  return (
    <li
      class={`message role-${role} ${isTouched ? 'touched' : ''} ${difference ? 'differs' : ''}`}
      ref={measure}
      data-index={place.index}
      aria-setsize={place.count}
      aria-posinset={place.index + 1}
      style={{ top: `${place.top}px` }}
      onContextMenu={(event) => openMenu(event, messageMenu(workspace, entry))}
    >
      {breakBefore?.kind === 'navigation' && (
        <p class="page-load" title={asTitle(breakBefore.url)}>
          {TEXTS.messages.pageLoaded}
        </p>
      )}
      {breakBefore?.kind === 'gap' && (
        <p class="page-load">{TEXTS.list.boundaries.missing(breakBefore.detail)}</p>
      )}
      <header>
        <span class="role">
          {role} {asTitle(name)}
        </span>
        {isTouched && <span class="spoken">{TEXTS.messages.touched}</span>}
        {entry.subagentRunId !== undefined && (
          <span class="tag" title={asTitle(entry.subagentRunId)}>
            {TEXTS.messages.subagent(names.subagent(entry.subagentRunId, entry.firstSeq))}
          </span>
        )}
        {endOfMessage(session, entry).isStreaming && <span class="tag open">{TEXTS.messages.streaming}</span>}
        <Origin entry={entry} />
        {difference !== undefined && <span class="tag differs-tag">{difference}</span>}
        <span class="id dim" title={asTitle(id)}>
          {names.id(id)}
        </span>
        <MenuButton
          label={TEXTS.messages.menuOf(cut(id, ROW_TEXT_MAX))}
          items={() => messageMenu(workspace, entry).items}
        >
          ⋯
        </MenuButton>
      </header>
      <Body entry={entry} thread={thread} call={call} isTouched={isTouched} />
      <MessageFindings findings={findings} />
      <EndedNote entry={entry} />
      {message.role !== 'activity' && <Encrypted of={message} />}
    </li>
  );
}

function Origin({ entry }: { entry: MessageEntry }) {
  const { log } = useSession();
  if (isImplicit(log, entry)) {
    return (
      <span class="tag origin">
        <SeqLink seq={entry.firstSeq}>
          {TEXTS.messages.implicit(log.typeOf(entry.firstSeq), entry.firstSeq)}
        </SeqLink>
      </span>
    );
  }
  if (entry.via === 'stream') return null;
  if (log.typeOf(entry.lastSeq) !== 'MESSAGES_SNAPSHOT') {
    return <span class="tag origin">{TEXTS.messages.via[entry.via]}</span>;
  }
  return (
    <span class="tag origin">
      <SeqLink seq={entry.lastSeq}>{TEXTS.messages.viaSnapshot(entry.lastSeq)}</SeqLink>
    </span>
  );
}

const CALLS = 200;

function Calls({ calls, thread }: { calls: readonly ToolCall[]; thread: Thread }) {
  return (
    <>
      {calls.length > CALLS && <p class="dim">{TEXTS.earlierItems(calls.length - CALLS)}</p>}
      {newestOf(calls, CALLS).map((call) => (
        <InlineCall key={call.id} call={call} thread={thread} />
      ))}
    </>
  );
}

const FINDINGS = 3;

function MessageFindings({ findings }: { findings: readonly Finding[] }) {
  const { names } = useSession();
  if (findings.length === 0) return null;
  return (
    <ul class="message-findings">
      {findings.slice(0, FINDINGS).map((finding, index) => (
        <li key={index} class={`has-${finding.severity}`}>
          <SeveritySign severity={finding.severity} /> {cut(names.inText(finding.message), DETAIL_TEXT_MAX)}{' '}
          <SeqLink seq={finding.seq}>#{finding.seq}</SeqLink>
        </li>
      ))}
      {findings.length > FINDINGS && <li class="dim">{TEXTS.more(findings.length - FINDINGS)}</li>}
    </ul>
  );
}

interface BodyProps {
  readonly entry: MessageEntry;
  readonly thread: Thread;
  /** The call that a tool message answers. */
  readonly call: ToolCallEntry | undefined;
  readonly isTouched: boolean;
}

const RESULT_MAX = 300;

function Body({ entry, thread, call, isTouched }: BodyProps) {
  const { names } = useSession();
  const { message } = entry;
  const content = contentOf(message);
  const parts = () => (
    <ContentParts
      content={content}
      label={`Content ${asTitle(message.id)}`}
      text={(text) => <MessageText entry={entry} text={text} />}
    />
  );
  if (message.role === 'activity') {
    const spec = uiSpecOf(String(message.activityType), content);
    return (
      <>
        <p class="dim">
          {asTitle(message.activityType)} {spec !== undefined && <span class="tag ui-spec">{spec}</span>}
        </p>
        {content !== undefined && (
          <ValueTree label={`Activity ${asTitle(message.id)}`} value={content} depth={1} />
        )}
      </>
    );
  }
  return (
    <>
      {message.role === 'tool' && (
        <p class="dim" title={asTitle(message.toolCallId)}>
          {TEXTS.messages.answerTo(names.id(message.toolCallId))}
          {message.error !== undefined && (
            <span class="sign-error"> · {cut(message.error, DETAIL_TEXT_MAX)}</span>
          )}
        </p>
      )}
      {call === undefined ? (
        parts()
      ) : (
        // The result is in its call, too.
        <Fold
          key={String(isTouched)}
          class="inline-call"
          isOpen={isTouched}
          hiddenText={() => textOfContent(content).slice(RESULT_MAX)}
          summary={<code>{cut(textOfContent(content), RESULT_MAX)}</code>}
        >
          {parts}
        </Fold>
      )}
      {message.role === 'assistant' && Array.isArray(message.toolCalls) && (
        <Calls calls={message.toolCalls} thread={thread} />
      )}
    </>
  );
}
