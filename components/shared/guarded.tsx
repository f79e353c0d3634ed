// Error boundary of a part of the panel, one per session.
import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { messageOf } from '@/lib/core/json/reason';
import type { Session } from '@/lib/panel/session';
import { TEXTS } from '../texts';

const numbers = new WeakMap<Session, number>();
let sessions = 0;

/** Number of a session, used as key: components do not share computed values between sessions. */
export function numberOf(session: Session): number {
  const number = numbers.get(session) ?? ++sessions;
  numbers.set(session, number);
  return number;
}

export function Guarded({ children }: { children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <div class="view-failed" role="alert">
      <p>{TEXTS.chrome.viewFailed(messageOf(error))}</p>
      <button type="button" onClick={reset}>
        {TEXTS.chrome.tryAgain}
      </button>
    </div>
  );
}
