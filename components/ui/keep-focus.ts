// The focus of an element that is removed or disabled: what is around it gets it, so that keys do not end up nowhere.

/** Parents of the focused element, itself first. */
function chainOf(target: EventTarget | null): readonly Element[] {
  const path: Element[] = [];
  for (let at = target instanceof Element ? target : null; at !== null; at = at.parentElement) path.push(at);
  return path;
}

/** The closest of them that takes the focus, or else the list of their dialog or of the panel. */
function fallbackOf(path: readonly Element[]): HTMLElement | undefined {
  const around = path.filter((each): each is HTMLElement => each instanceof HTMLElement && each.isConnected);
  const scope = around.find((each) => each.matches('dialog, body'));
  const closest = around
    .slice(0, scope && around.indexOf(scope))
    .find((each) => each.matches('[tabindex]:not(:disabled)'));
  return closest ?? scope?.querySelector<HTMLElement>('[role=grid]') ?? scope;
}

/** Returns a function that ends it. */
export function keepFocus(): () => void {
  let path: readonly Element[] = [];
  const onFocus = ({ target }: FocusEvent) => {
    path = chainOf(target);
  };
  const keep = () => {
    const [focused] = path;
    if (focused === undefined || (focused.isConnected && !focused.matches(':disabled'))) return;
    const now = document.activeElement ?? document.body;
    if ((now === document.body || now === focused) && document.hasFocus())
      fallbackOf(path)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(keep);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', onFocus);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
  };
}
