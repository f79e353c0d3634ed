// Parts of URLs, absolute or not. They are cut from the text, as recorded URLs may be invalid.

export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');

/** The path, without the host; '' if there is none. */
export const urlPath = (url: string): string =>
  withoutQuery(url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, ''));
