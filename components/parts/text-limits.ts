// How much is shown of names and sentences of strangers, characters: every step of the cursor pays for what stands in the
// document.

import { cut } from '@/lib/core/json/preview';
import { TEXTS } from '../texts';

/** In a row or a list. */
export const ROW_TEXT_MAX = 1_000;
/** In the details of something. */
export const DETAIL_TEXT_MAX = 2_000;

/** What is shown of a text while the pointer is on it. */
export const asTitle = (text: string | undefined): string | undefined => text && cut(text, ROW_TEXT_MAX);

/** What is shown of a pointer: its keys may be as long as somebody cares to send. */
export const asPath = (pointer: string): string =>
  pointer === '' ? TEXTS.whole : cut(pointer, ROW_TEXT_MAX);
