// Key presses as WebDriver wants them.

/** Code points that WebDriver gives to keys without a character. */
const SPECIAL: Record<string, string> = {
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Meta: '\uE03D',
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  F8: '\uE038',
  F10: '\uE03A',
};

interface KeyAction {
  readonly type: 'keyDown' | 'keyUp';
  readonly value: string;
}

/** A source of input, as WebDriver wants it. */
export interface InputSource {
  readonly type: 'key' | 'pointer';
  readonly id: string;
  readonly parameters?: { readonly pointerType: string };
  readonly actions: readonly { readonly type: string }[];
}

/** Presses keys held together, written with plus signs: `Shift+ArrowDown`. */
export function keyActions(keys: string): InputSource {
  const values = keys.split('+').map((key) => SPECIAL[key] ?? key);
  const down = values.map((value): KeyAction => ({ type: 'keyDown', value }));
  const up = values.toReversed().map((value): KeyAction => ({ type: 'keyUp', value }));
  return { type: 'key', id: 'keyboard', actions: [...down, ...up] };
}

/** Types a text, character by character. */
export function typeActions(text: string): InputSource {
  const actions = [...text].flatMap((value): KeyAction[] => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return { type: 'key', id: 'keyboard', actions };
}
