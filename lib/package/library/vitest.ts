// `ag-ui-lens/vitest`: importing it, or naming it in `setupFiles`, gives Vitest's `expect` the matchers.
import { expect } from 'vitest';
import { type AguiMatchers, aguiMatchers } from './matchers';

expect.extend(aguiMatchers);

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends AguiMatchers<R, T> {}
}

export { aguiMatchers };
