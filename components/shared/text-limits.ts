// Limits of shown names and texts, characters: layout time grows with the text in the document.

import { cut } from '@/lib/core/json/preview';
import { TEXTS } from '../texts';

export const ROW_TEXT_MAX = 1_000;
export const DETAIL_TEXT_MAX = 2_000;

export const asTitle = (text: string | undefined): string | undefined => text && cut(text, ROW_TEXT_MAX);

/** A pointer, cut to a length: keys can be long. */
export const asPath = (pointer: string): string =>
  pointer === '' ? TEXTS.whole : cut(pointer, ROW_TEXT_MAX);
