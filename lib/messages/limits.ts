// The limits on the way from the page to the store. Reaching one of them leaves a gap record.

/** A batch is sent this long after its first record, in milliseconds. */
export const BATCH_AFTER_MS = 50;
/** Below 64 kB with what goes around it: for longer messages Chromium takes shared memory, which costs a page more. */
export const BATCH_BYTES = 60_000;
/** Maximum length of a batch of several records, in UTF-16 units; longer chunks are split. */
export const BATCH_LENGTH_MAX = 1024 * 1024;
/** A unit of text is at most this long in JSON: a control character as an escape. */
export const ESCAPED = 6;
/** Maximum length of a stored request body, in UTF-16 units. */
export const REQUEST_BODY_MAX = 1024 * 1024;
/** Of one socket message or one read of a body, in bytes or UTF-16 units. A batch of one record may be so long. */
export const PAYLOAD_MAX = 16 * 1024 * 1024;
/** Maximum length of the bridge's batches that are not stored yet, in UTF-16 units. */
export const BACKLOG_MAX = 64 * 1024 * 1024;
/** Maximum length of URLs, names and details; the rest is cut off. */
export const TEXT_MAX = 8 * 1024;
export const BATCH_RECORDS_MAX = 64 * 1024;
/** Maximum length of unanswered batches between bridge and background, in UTF-16 units. */
export const WINDOW_MAX = 8 * 1024 * 1024;
/** Approximate length of the messages in which the panel gets stored batches, in UTF-16 units. */
export const SLICE_LENGTH = 1024 * 1024;
/** Maximum length of the newest batches that the panel gets ahead of a long session, in UTF-16 units. */
export const NEWEST_LENGTH = 64 * 1024;
export const RECENT_MAX = 20;
/** Total length of the kept sessions of tabs that are closed, in UTF-16 units. */
export const RECENT_LENGTH_MAX = 512 * 1024 * 1024;
/** Maximum length of one session, in UTF-16 units; beyond it, the oldest of its batches are thrown away. */
export const SESSION_LENGTH_MAX = 192 * 1024 * 1024;
/** Total length of the sessions of open tabs, in UTF-16 units; each may have an equal share of it. */
export const IN_USE_LENGTH_MAX = 768 * 1024 * 1024;
/** Maximum length of all sessions of private windows, in memory, in UTF-16 units. */
export const PRIVATE_LENGTH_MAX = 256 * 1024 * 1024;
/** Maximum length that the bridge sends at once while its document closes, in UTF-16 units; more would delay the page. */
export const LEAVE_MAX = 16 * 1024 * 1024;
/** Maximum length of batches that wait in the background while a store fails, in UTF-16 units. */
export const HELD_MAX = 64 * 1024 * 1024;
/** Time in which a deleted recording can be restored, in milliseconds. */
export const UNDO_MS = 10 * 60 * 1000;
/** Maximum number of listed sessions that were removed from Recent. */
export const REMOVED_MAX = 20;
