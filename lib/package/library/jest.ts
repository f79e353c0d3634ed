// `ag-ui-lens/jest`: named in `setupFilesAfterEnv`, it gives Jest's `expect` the matchers.
import { type AguiMatchers, aguiMatchers } from './matchers';

interface Extendable {
  extend(matchers: typeof aguiMatchers): void;
}

declare global {
  namespace jest {
    // The parameters are those of @types/jest.
    // biome-ignore lint/complexity/noBannedTypes: Declarations of one interface must have the same parameters.
    interface Matchers<R, T = {}> extends AguiMatchers<R, T> {}
  }
}

function isExtendable(value: unknown): value is Extendable {
  return typeof value === 'function' && 'extend' in value;
}

// Jest hands its own to every module of a test.
const found: unknown = Reflect.get(globalThis, 'expect');
if (isExtendable(found)) found.extend(aguiMatchers);

export { aguiMatchers };
