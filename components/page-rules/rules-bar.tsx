// The bar over the panel while rules change the page.
import type { HeldCommand, HeldEvent } from '@/lib/messages/arming';
import type { PageRules } from '@/lib/panel/page-rules';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';

const words = TEXTS.rules;
const HELD_EDITS = ['drop', 'end', 'run-error'] as const;

function HeldButtons({ rules, event }: { readonly rules: PageRules; readonly event: HeldEvent }) {
  const { dialog } = useWorkspace();
  const send = (command: HeldCommand) => () => rules.resume(command, event.id);
  return (
    <>
      <button type="button" title="F8" onClick={send({ kind: 'forward' })}>
        {words.goOn}
      </button>
      <button type="button" title="F10" onClick={send({ kind: 'next' })}>
        {words.nextEvent}
      </button>
      <button
        type="button"
        disabled={event.text === undefined}
        title={event.text === undefined ? words.heldTooLong : undefined}
        onClick={() => {
          dialog.value = 'held';
        }}
      >
        {words.changeHeld}
      </button>
      {HELD_EDITS.map((kind) => (
        <button key={kind} type="button" onClick={send({ kind })}>
          {words.held[kind]}
        </button>
      ))}
    </>
  );
}

export function RulesBar() {
  const { host, dialog } = useWorkspace();
  const { pageRules } = host;
  if (pageRules === undefined) return null;
  const { isArmed, affected, held, open, paused, problem, asksPrivate } = pageRules.state.value;
  if (asksPrivate)
    return (
      <div class="bar bar-warning" role="alert">
        <span>{words.privateQuestion}</span>
        <span>
          <button type="button" onClick={() => pageRules.start(true)}>
            {words.privateYes}
          </button>
          <button type="button" onClick={() => pageRules.stop()}>
            {words.privateNo}
          </button>
        </span>
      </div>
    );
  const count = pageRules.inForce.value;
  const sending = pageRules.sending.value;
  if (!pageRules.isArmed.value)
    return problem === undefined ? null : (
      <div class="bar bar-warning" role="alert">
        <span>{problem}</span>
        <span>
          {pageRules.list.value.some(({ isOn }) => isOn) && (
            <button type="button" onClick={() => pageRules.start()}>
              {words.start}
            </button>
          )}
          <button type="button" aria-label={TEXTS.chrome.dismiss} onClick={() => pageRules.stop()}>
            ✕
          </button>
        </span>
      </div>
    );
  const [first] = held;
  const position = pageRules.list.value.findIndex(({ id }) => id === first?.rule) + 1;
  const name = first && (first.isSent ? words.ofPage(first.type) : first.type);
  const total = Object.values(affected).reduce((sum, each) => sum + each, 0);
  return (
    <div class="bar bar-error rules-bar" role="status">
      <span>
        {count > 0 && `${isArmed ? words.changing(count) : words.starting} · ${words.affected(total)}`}
        {count > 0 && sending && ' · '}
        {sending && (sending === 'answered' ? TEXTS.runFrom.answered : TEXTS.runFrom.arming)}
        {count > 0 && problem !== undefined && <strong> · {problem}</strong>}
        {open > 0 && ` · ${words.serving(open, paused)}`}
        {name !== undefined && <strong> · {words.holding(name, position, held.length)}</strong>}
      </span>
      {(first || paused > 0 || sending || open > paused) && (
        <span class="rules-streams">
          {first && <HeldButtons rules={pageRules} event={first} />}
          {paused > 0 && (
            <>
              <button type="button" onClick={() => pageRules.playback('step')}>
                {words.step}
              </button>
              <button type="button" onClick={() => pageRules.playback('play')}>
                {words.play}
              </button>
            </>
          )}
          {sending && (
            <button type="button" onClick={() => pageRules.stopSending()}>
              {TEXTS.runFrom.stop}
            </button>
          )}
          {open > paused && (
            <button type="button" onClick={() => pageRules.playback('pause')}>
              {words.pause}
            </button>
          )}
        </span>
      )}
      {count > 0 && (
        <span class="rules-all">
          <button
            type="button"
            onClick={() => {
              dialog.value = 'rules';
            }}
          >
            {words.edit}
          </button>
          <button type="button" onClick={() => pageRules.stop()}>
            {words.stop}
          </button>
        </span>
      )}
    </div>
  );
}
