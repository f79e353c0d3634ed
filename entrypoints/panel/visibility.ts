// Messages of the DevTools page: the panel is shown or hidden.

export const SHOWN = 'lens-shown';
export const HIDDEN = 'lens-hidden';
