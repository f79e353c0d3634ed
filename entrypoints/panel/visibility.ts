// Messages from the DevTools page that the panel is shown or hidden.

/** Name of the event for a panel that is seen. */
export const SHOWN = 'lens-shown';
/** Name of the event for a panel that is not. */
export const HIDDEN = 'lens-hidden';
