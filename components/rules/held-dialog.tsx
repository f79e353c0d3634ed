// The editor of a held event: its JSON, checked against the schema. An invalid one can be forwarded on purpose.
import { useRef, useState } from 'preact/hooks';
import { enforce } from '@/lib/core/agui/enforce';
import { isEventType } from '@/lib/core/agui/events';
import { isJsonObject } from '@/lib/core/json/json';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { compact, JsonEditor, parseText, pretty } from './json-editor';

const words = TEXTS.rules;

interface EventCheck {
  readonly isValid: boolean;
  readonly text: string;
}

/** Messages that a page sends are no events: they are checked as JSON. */
function checkEvent(text: string, isSent: boolean): EventCheck {
  const read = parseText(text);
  if ('error' in read) return { isValid: false, text: read.error };
  const { value } = read;
  if (isSent) return { isValid: true, text: words.validJson };
  if (!isJsonObject(value)) return { isValid: false, text: words.notObject };
  const type = typeof value['type'] === 'string' ? value['type'] : '';
  if (!isEventType(type)) return { isValid: false, text: words.unknownType(type) };
  const found = enforce(value, type);
  return found.ok
    ? { isValid: true, text: words.valid }
    : { isValid: false, text: words.invalid(found.pointer, found.reason) };
}

export function HeldDialog() {
  const { host, dialog } = useWorkspace();
  const { pageRules } = host;
  // The event that was held when the dialog opened.
  const { current: event } = useRef(pageRules?.state.value.held[0]);
  const [text, setText] = useState(() => pretty(event?.text ?? ''));
  const close = () => {
    dialog.value = undefined;
  };
  const isHeld = pageRules?.state.value.held.some(({ id }) => id === event?.id) ?? false;
  const isSent = event?.isSent === true;
  const check = checkEvent(text, isSent);
  const title = isSent ? words.heldMessageTitle : words.heldTitle;
  return (
    <Dialog label={title} class="held" onClose={close}>
      <h2>{title}</h2>
      <JsonEditor
        id="held-check"
        label={isSent ? words.heldMessage : words.heldText}
        rows={14}
        text={text}
        check={isHeld ? check : { isValid: false, text: words.heldGone }}
        onText={setText}
      />
      <div class="dialog-buttons">
        <button type="button" onClick={close}>
          {TEXTS.cancel}
        </button>
        <button
          type="button"
          class="primary"
          disabled={!isHeld}
          onClick={() => {
            pageRules?.resume({ kind: 'replace', event: compact(text) }, event?.id);
            close();
          }}
        >
          {check.isValid ? words.forwardChanged : words.forwardInvalid}
        </button>
      </div>
    </Dialog>
  );
}
