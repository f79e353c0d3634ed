// How much is shown of names and sentences of strangers, characters: every step of the cursor pays for what stands in the
// document.

/** In a row or a list. */
export const ROW_TEXT_MAX = 1_000;
/** In the details of something. */
export const DETAIL_TEXT_MAX = 2_000;
