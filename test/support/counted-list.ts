// A list that counts how often it is read.

export function countedList<T extends object>(list: T): { readonly list: T; readonly reads: () => number } {
  let reads = 0;
  const counting = new Proxy(list, {
    get(target, name) {
      if (name === 'at') reads++;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { list: counting, reads: () => reads };
}
