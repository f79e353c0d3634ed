/** Name of the function on the window of a page that passes a batch to the test. */
export const BINDING_NAME = '__agUiLens';
