// A part of the panel that fails by itself, and is made anew for each session.
import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { messageOf } from '@/lib/core/json/reason';
import type { Session } from '@/lib/panel/session';
import { TEXTS } from '../texts';

const numbers = new WeakMap<Session, number>();
let sessions = 0;

/**
 * The number of a session, for keys: what a component has computed from one session is no use for another one, so each
 * gets components of its own.
 */
export function numberOf(session: Session): number {
  const number = numbers.get(session) ?? ++sessions;
  numbers.set(session, number);
  return number;
}

/** A view that fails says so and leaves the others alone. */
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
