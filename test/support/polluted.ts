// Names that a page may put on Object.prototype: the members of every dictionary that is passed to the browser or
// between the parts of the page script, and of every record.

/** Members of the dictionaries of the platform. */
const DICTIONARIES = [
  ...'bubbles cancelable composed data origin lastEventId source ports userActivation'.split(' '),
  ...'capture once passive signal priority delay transfer stream fatal ignoreBOM'.split(' '),
  ...'mode preventClose preventAbort preventCancel readable writable type size highWaterMark'.split(' '),
  ...['start', 'pull', 'cancel', 'autoAllocateChunkSize', 'toJSON', 'detail', 'handleEvent', 'then'],
];

/** Members of records and of stream descriptions. */
const RECORDS = [
  ...['kind', 't', 'url', 'timeOrigin', 'top', 'transport', 'method', 'headT', 'status', 'headers', 'accept'],
  ...'protocol initiator requestBody requestBodyLength text b64 dir event how code reason'.split(' '),
  ...['bytes', 'run', 'body', 'seen', 'aborted', '0', '1', '2', 'length', 'unsure', 'wants', 'look'],
];

export const POLLUTED: readonly string[] = [...new Set([...DICTIONARIES, ...RECORDS])];
