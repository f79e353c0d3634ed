// Keeps the keyboard usable when the focused element is removed or disabled.

const CONTROL =
  ':is(button, input, select, textarea):not(:disabled, [tabindex="-1"]), [href], [tabindex="0"]';

/** The undo button of a deletion, and the list that it is from. */
const PREFERRED = ':is([data-focus="undo"], [data-focus="library"])';

/**
 * Next focus: for a removed element the closest focusable parent, or the event list; without a list, in a dialog, and
 * for a disabled element the closest control.
 */
function fallbackOf([focused, ...parents]: readonly Element[]): HTMLElement | null | undefined {
  const left = parents.filter((each): each is HTMLElement => each instanceof HTMLElement && each.isConnected);
  const end = left.findIndex((each) => each.matches('dialog, body'));
  const scope = left[end];
  const inner = left.slice(0, Math.max(end, 0));
  if (focused?.isConnected === false) {
    const parent = inner.find((each) => each.hasAttribute('tabindex'));
    const list = scope === document.body ? scope.querySelector<HTMLElement>('[role=grid]') : null;
    if (parent !== undefined || list !== null) return parent ?? list;
  }
  for (const each of inner) {
    const control =
      (focused?.isConnected === false && each.querySelector<HTMLElement>(PREFERRED)) ||
      each.querySelector<HTMLElement>(CONTROL);
    if (control !== null) return control;
  }
  return scope;
}

/** Returns a function that stops it. */
export function keepFocus(): () => void {
  // The focused element and its parents.
  let chain: readonly Element[] = [];
  const onFocus = (event: FocusEvent) => {
    chain = event.composedPath().filter((each) => each instanceof Element);
  };
  const keep = () => {
    const [focused] = chain;
    if (focused === undefined || (focused.isConnected && !focused.matches(':disabled'))) return;
    const now = document.activeElement ?? document.body;
    if ((now === document.body || now === focused) && document.hasFocus())
      fallbackOf(chain)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(keep);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', onFocus);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
  };
}
