// Every limit of the path from the page to the store, in one place. Reaching one leaves a gap record.

/** A batch is sent when this much time has passed since its first record, milliseconds. */
export const BATCH_AFTER_MS = 50;
/** A batch is sent when it holds this many UTF-16 units. */
export const BATCH_LENGTH = 64 * 1024;
/** No batch of several records may be longer than this, UTF-16 units; long chunks are split to fit. */
export const BATCH_LENGTH_MAX = 1024 * 1024;
/** A request body is kept up to this length, UTF-16 units. */
export const REQUEST_BODY_MAX = 1024 * 1024;
/**
 * One socket message or one read of a body is kept up to this length, bytes or UTF-16 units.
 * A batch of a single record (a long message, a long request body) may be this long too.
 */
export const PAYLOAD_MAX = 16 * 1024 * 1024;
/** The bridge keeps at most this much until the background has stored it, UTF-16 units. */
export const BACKLOG_MAX = 64 * 1024 * 1024;
/** How long URLs, names and details may be; the rest is cut. */
export const TEXT_MAX = 8 * 1024;
/** How many records a batch may hold. */
export const BATCH_RECORDS_MAX = 64 * 1024;
/** The bridge has at most this much on its way to the background without an answer, UTF-16 units. */
export const WINDOW_MAX = 8 * 1024 * 1024;
/** The panel gets stored batches in messages of about this length, UTF-16 units. */
export const SLICE_LENGTH = 1024 * 1024;
/** How many sessions "Recent" keeps. */
export const RECENT_MAX = 20;
/** How much all kept sessions may hold together, UTF-16 units. */
export const RECENT_LENGTH_MAX = 256 * 1024 * 1024;
/** Batches with numbers from here on were made by the background, not sent by a bridge. */
export const PREAMBLE_FROM = 2 ** 40;
