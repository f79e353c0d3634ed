// Between the pages of a test and the test.

/** What a test puts on the window of each page, before its scripts: takes a batch of a document. */
export const BINDING_NAME = '__agUiLens';
