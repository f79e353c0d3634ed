// Heights for a document that has none: enough of a layout for lists that show only what is in view.

/** Gives the elements of a class a height, and what is in them one of its own; the result takes both away again. */
export function layOut(className: string, heights: { readonly box: number; content(): number }): () => void {
  const proto = HTMLElement.prototype;
  const names = ['clientHeight', 'offsetHeight', 'scrollHeight', 'scrollTop'] as const;
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(proto, name)] as const);
  const tops = new WeakMap<HTMLElement, number>();
  const isBox = (element: HTMLElement) => element.classList.contains(className);
  const most = () => Math.max(heights.content() - heights.box, 0);
  const get = (height: () => number) => ({
    configurable: true,
    get(this: HTMLElement) {
      return isBox(this) ? height() : 0;
    },
  });
  Object.defineProperty(
    proto,
    'clientHeight',
    get(() => heights.box),
  );
  Object.defineProperty(
    proto,
    'offsetHeight',
    get(() => heights.box),
  );
  Object.defineProperty(proto, 'scrollHeight', get(heights.content));
  Object.defineProperty(proto, 'scrollTop', {
    configurable: true,
    get(this: HTMLElement) {
      return tops.get(this) ?? 0;
    },
    set(this: HTMLElement, top: number) {
      const next = Math.min(Math.max(top, 0), isBox(this) ? most() : 0);
      if (next === tops.get(this)) return;
      tops.set(this, next);
      this.dispatchEvent(new Event('scroll'));
    },
  });
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(proto, name);
      else Object.defineProperty(proto, name, descriptor);
    }
  };
}
