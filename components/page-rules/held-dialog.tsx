// The editor of a held event: its JSON, checked against the schema. An invalid one can be forwarded on purpose.
import { useRef } from 'preact/hooks';
import type { EventEdit } from '@/lib/messages/event-edits';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { checkEvent, checkMessage } from './check-event';
import { compact, JsonEditor, pretty, useEventDraft } from './json-editor';

const words = TEXTS.rules;

export function HeldDialog() {
  const { host, dialog } = useWorkspace();
  const { pageRules } = host;
  // The event that was held when the dialog opened.
  const { current: event } = useRef(pageRules?.state.value.held[0]);
  const { text, onText, forget } = useEventDraft(`held ${event?.id}`, () => pretty(event?.text ?? ''));
  const close = () => (dialog.value = undefined);
  const discard = () => {
    forget();
    close();
  };
  const isHeld = pageRules?.state.value.held.some(({ id }) => id === event?.id) ?? false;
  const isSent = event?.isSent === true;
  const check = isSent ? checkMessage(text) : checkEvent(text);
  const send = (edit: (json: string) => EventEdit) => () => {
    pageRules?.resume(edit(compact(text)), event?.id);
    discard();
  };
  const insert = (isAfter: boolean) => (
    <button
      type="button"
      disabled={!isHeld}
      title={words.insertHint}
      onClick={send((json) => ({ kind: 'insert', event: json, isAfter }))}
    >
      {isAfter ? words.insertAfter : words.insertBefore}
    </button>
  );
  const title = isSent ? words.heldMessageTitle : words.heldTitle;
  return (
    <Dialog label={title} class="held" onClose={close}>
      <h2>{title}</h2>
      <JsonEditor
        id="held-check"
        label={isSent ? words.heldMessage : words.heldText}
        text={text}
        check={isHeld ? check : { isValid: false, text: words.heldGone }}
        onText={onText}
      />
      <div class="dialog-buttons">
        <button type="button" onClick={discard}>
          {TEXTS.cancel}
        </button>
        {insert(false)}
        {insert(true)}
        <button
          type="button"
          class="primary"
          disabled={!isHeld}
          onClick={send((json) => ({ kind: 'replace', event: json }))}
        >
          {check.isValid ? words.forwardChanged : words.forwardInvalid}
        </button>
      </div>
    </Dialog>
  );
}
