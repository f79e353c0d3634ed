// How the page that made the panel tells it that it is in front, or that another one is.

/** Name of the event for a panel that is seen. */
export const SHOWN = 'lens-shown';
/** Name of the event for a panel that is not. */
export const HIDDEN = 'lens-hidden';
