// @microsoft/fetch-event-source: a POST that is sent again when its answer breaks off, or when the tab was hidden.
import { fetchEventSource } from '@microsoft/fetch-event-source';
import { API, MODE, show, textOf } from '../pages/app';

/** @type {Map<string, string>} */
const texts = new Map();
let error = '';

/** @param {string} text */
async function say(text) {
  const body = JSON.stringify({
    threadId: 'thread',
    runId: 'run-1',
    messages: [{ id: 'u1', role: 'user', content: text }],
  });
  try {
    await fetchEventSource(API, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      openWhenHidden: MODE !== 'hidden',
      onmessage({ data }) {
        if (data === '') return;
        const { type, messageId, delta } = JSON.parse(data);
        if (type === 'TEXT_MESSAGE_CONTENT') texts.set(messageId, (texts.get(messageId) ?? '') + delta);
        // An app that takes its server at its word, and lets the package ask again.
        if (type === 'CUSTOM') throw new Error('again');
      },
      onerror: () => 50,
    });
  } catch (reason) {
    error = textOf(reason);
  }
}

show({
  act: { say },
  messages: () => [
    { id: 'u1', role: 'user', content: 'Hello' },
    ...[...texts].map(([id, content]) => ({ id, role: 'assistant', content })),
  ],
  state: () => undefined,
  error: () => error,
});
