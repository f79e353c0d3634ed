// How much is shown of names and sentences of strangers, characters: every step of the cursor pays for what stands in the
// document.

import { cut } from '@/lib/agui/preview';

/** In a row or a list. */
export const ROW_TEXT_MAX = 1_000;
/** In the details of something. */
export const DETAIL_TEXT_MAX = 2_000;

/** What is shown of a text while the pointer is on it. */
export const asTitle = (text: string | undefined): string | undefined => text && cut(text, ROW_TEXT_MAX);
