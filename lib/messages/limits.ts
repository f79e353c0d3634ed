// Limits between page and store. Reaching one leaves a gap record.

/** A batch is sent this long after its first record, in milliseconds. */
export const BATCH_AFTER_MS = 50;
/** Below 64 kB including overhead: Chromium sends longer messages in shared memory, which costs the page more. */
export const BATCH_BYTES = 60_000;
/** Maximum length of a batch of several records, in UTF-16 units; longer chunks are split. */
export const BATCH_LENGTH_MAX = 1024 * 1024;
/** Maximum length of one UTF-16 unit in JSON: an escaped control character. */
export const ESCAPED_UNIT_MAX = 6;
/** Maximum length of a stored request body, in UTF-16 units. */
export const REQUEST_BODY_MAX = 1024 * 1024;
/**
 * Maximum size of one socket message or one read of a body, in bytes or UTF-16 units. A batch of one record may be
 * that long.
 */
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
/** Total length of the sessions of closed tabs, in UTF-16 units. */
export const RECENT_LENGTH_MAX = 512 * 1024 * 1024;
/** Maximum length of one session, in UTF-16 units; beyond it, its oldest batches are discarded. */
export const SESSION_LENGTH_MAX = 192 * 1024 * 1024;
/** Total length of the sessions of open tabs, in UTF-16 units; each has an equal share. */
export const IN_USE_LENGTH_MAX = 768 * 1024 * 1024;
/** Total length of the sessions of private windows, which are in memory, in UTF-16 units. */
export const PRIVATE_LENGTH_MAX = 256 * 1024 * 1024;
/**
 * Maximum length that the bridge sends at once when its document closes, in UTF-16 units; more would delay the page.
 */
export const LEAVE_MAX = 16 * 1024 * 1024;
/** Maximum length of batches that wait in the background while a store fails, in UTF-16 units. */
export const STORE_BACKLOG_MAX = 64 * 1024 * 1024;
/** Time in which a deleted recording can be restored, in milliseconds. */
export const RESTORABLE_MS = 10 * 60 * 1000;
/** Maximum number of listed sessions that were removed from Recent. */
export const REMOVED_MAX = 20;
