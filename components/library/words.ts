// The words of the library, in the language of the panel.
import { inLanguage } from '../texts';
import { library } from '../texts/library';

/** What the library says. */
export const WORDS = inLanguage(library);
