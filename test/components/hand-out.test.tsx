// Copying without a clipboard of the panel's own.
import { afterEach, expect, test, vi } from 'vitest';
import { assertExists } from '@/lib/core/json/assert';
import { copy } from '../../entrypoints/panel/download-and-copy';

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'execCommand');
});

test('a long text is copied without a layout', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('There is none.'));
  const shown: number[] = [];
  const copied: string[] = [];
  document.execCommand = () => {
    const area = assertExists(document.querySelector('textarea'), 'Something is selected');
    shown.push(area.value.length);
    const event = new Event('copy', { bubbles: true, cancelable: true });
    const clipboardData = { setData: (_type: string, text: string) => copied.push(text) };
    return !area.dispatchEvent(Object.assign(event, { clipboardData }));
  };
  const text = 'a long line\n'.repeat(10_000);
  expect(await copy(text)).toBe(true);
  expect(copied).toEqual([text]);
  expect(shown).toEqual([1]);
  expect(document.querySelector('textarea')).toBeNull();
});
