// Removes our lines from the stacks of errors that reach the page, without running code of the page.
import {
  apply,
  asText,
  forEach,
  getOwnPropertyDescriptor,
  includes,
  indexOf,
  isObject,
  isOneOf,
  lastIndexOf,
  NativeDOMException,
  ownValue,
  slice,
} from './natives';

export type Native = (this: unknown, ...args: unknown[]) => unknown;

const NativeError = Error;
const here = new NativeError();
// Text that only our lines in a stack contain, taken from a stack, as browsers write it differently.
const OUR_PLACE = /(?:@|at )(.+?:)\d+:/.exec(here.stack as string)?.[1] ?? '\n';

/** True in Firefox, whose stacks do not begin with the message, and are read by a getter of the class. */
export const isGecko = !getOwnPropertyDescriptor(here, 'stack');
/** Captures the stack of an error again, from below a function. */
export const captureStack = (NativeError as { captureStackTrace?: unknown }).captureStackTrace as (
  error: object,
  below: Native,
) => void;

const getterOf = (owner: object): unknown => getOwnPropertyDescriptor(owner, 'stack')?.get;
const stackGetter = getterOf(NativeError.prototype);
const domStackGetter = getterOf(NativeDOMException.prototype);
/** In Chromium, an own accessor, one for errors and one for those of the DOM; a value in older versions. */
const getters = [here, new NativeDOMException()].map(getterOf);

/** The stack of an error of Chromium, if it is the browser's own. */
function stackOf(error: object): string | undefined {
  // From here on, reading a stack would call the page.
  if ('prepareStackTrace' in NativeError) return undefined;
  const own = getOwnPropertyDescriptor(error, 'stack');
  const isNative = own?.get !== undefined && isOneOf<unknown>(getters, own.get);
  return asText(isNative ? apply(own.get as Native, error, []) : own?.value);
}

/** The stack of the caller; empty where the page would notice. */
export const stackOfHere = (): string => stackOf(new NativeError()) ?? '';

function withoutOurs(stack: string): string {
  if (!includes(stack, OUR_PLACE)) return stack;
  let rest = stack;
  let kept = '';
  while (rest) {
    const end = indexOf(rest, '\n') + 1 || rest.length;
    const line = slice(rest, 0, end);
    if (!includes(line, OUR_PLACE)) kept += line;
    rest = slice(rest, end);
  }
  // In Chromium, the last line ends without a break.
  return slice(stack, -1) === '\n' || slice(kept, -1) !== '\n' ? kept : slice(kept, 0, -1);
}

/** True if the first place that a stack of Firefox names is ours. */
function beginsWithUs(stack: string): boolean {
  const end = indexOf(stack, '\n');
  return includes(slice(stack, 0, end < 0 ? stack.length : end), OUR_PLACE);
}

/** The place that the first line of a stack of Firefox names, by the names that errors have for it. */
function placeIn(stack: string) {
  const top = slice(stack, indexOf(stack, '@') + 1, indexOf(stack, '\n'));
  const column = lastIndexOf(top, ':');
  const line = lastIndexOf(top, ':', column - 1);
  const file = slice(top, 0, line);
  return {
    fileName: file,
    filename: file,
    lineNumber: +slice(top, line + 1, column),
    columnNumber: +slice(top, column + 1),
  };
}

const { isError } = NativeError as { isError?: (value: unknown) => boolean };

/** Removes our lines from an error of the browser's; it remains the page's own error. */
export function scrub(error: unknown, below?: Native): unknown {
  // Older browsers cannot distinguish an error from a proxy of the page, which would notice.
  if (!isObject(error) || (isError && !isError(error))) return error;
  try {
    if (isGecko) scrubPlace(error);
    else scrubStack(error, below);
  } catch {
    // A frozen error: left as it is.
  }
  return error;
}

function scrubStack(error: object, below?: Native): void {
  const stack = stackOf(error);
  if (!stack || !includes(stack, OUR_PLACE)) return;
  (error as { stack: string }).stack = below ? withLinesBelow(stack, below) : withoutOurs(stack);
}

/** A stack up to our first line, followed by the lines below a function: as many in all as the browser keeps. */
function withLinesBelow(stack: string, below: Native): string {
  const anew = {};
  captureStack(anew, below);
  const fresh = stackOf(anew) ?? '';
  const top = slice(stack, 0, lastIndexOf(slice(stack, 0, indexOf(stack, OUR_PLACE)), '\n'));
  let left = linesOf(stack) - linesOf(top);
  let end = indexOf(fresh, '\n');
  const from = end;
  while (left-- > 0 && end >= 0) end = indexOf(fresh, '\n', end + 1);
  return from < 0 ? top : top + slice(fresh, from, end < 0 ? undefined : end);
}

/** Number of lines below the first. */
function linesOf(stack: string): number {
  let count = 0;
  for (let at = indexOf(stack, '\n'); at >= 0; at = indexOf(stack, '\n', at + 1)) count++;
  return count;
}

/** In Firefox, errors have their place as own properties. */
function scrubPlace(error: object): void {
  if (`${asText(ownValue(error, 'fileName'))}:` !== OUR_PLACE) return;
  const place = placeIn(withoutOurs(apply(stackGetter as Native, error, []) as string));
  forEach(['fileName', 'lineNumber', 'columnNumber'] as const, (key) => {
    (error as Record<string, unknown>)[key] = place[key];
  });
}

/** Firefox's getters for the place of an error: owner, name, and the page's value. */
export const placeGetters = (isGecko ? [NativeError.prototype, NativeDOMException.prototype] : []).flatMap(
  (owner) =>
    (['stack', 'filename', 'lineNumber', 'columnNumber'] as const).map((key) => ({
      owner,
      key,
      read(native: Native, error: unknown): unknown {
        const value = apply(native, error, []);
        if (key === 'stack') return typeof value === 'string' ? withoutOurs(value) : value;
        const stack = apply(domStackGetter as Native, error, []) as string;
        // Zero where the browser does not know the column.
        return value && beginsWithUs(stack) ? placeIn(withoutOurs(stack))[key] : value;
      },
    })),
);
