// The composer of a run; loaded with it. Its titles are in run-from.ts, as menus name them, too.
import { counted } from '@/lib/core/json/format';

export const composer = {
  intro: (url: string) =>
    `Sent by this page to ${url}. The conversation in the page stays as it is; the server may store what it gets.`,
  apart: 'Choose a new thread if the server stores threads.',
  introNew: 'This page sends it as a new thread. The conversation in the page stays as it is.',
  url: 'URL',
  urlHint: 'http://localhost:8000/agent',
  noUrl: 'Enter the URL of an agent, http or https.',
  start: 'Start from',
  starts: {
    event: (seq: number) => `Event #${seq}`,
    thread: (seq: number) => `Event #${seq}, in a new thread`,
    request: () => 'The recorded request',
  },
  prompt: 'Prompt',
  promptHint: 'The last user message',
  input: 'RunAgentInput',
  headers: 'Headers',
  notSent:
    'Not sent: Authorization and other headers of the page, which are never recorded. Add what the server needs. Cookies go to the origin of the page only.',
  resultOf: (tool: string) => `Result of ${tool}`,
  answerTo: (question: string) => `Answer to “${question}”`,
  answer: 'Answer',
  answers: { resolved: 'resolved', cancelled: 'cancelled' },
  value: 'Value',
  noFields: 'This answer has no form. Edit resume below.',
  commandHint: 'Text, or edit forwardedProps.command.resume below',
  noText: 'Not text: edit forwardedProps.command.resume below.',
  notObject: 'Not a run request: not a JSON object.',
  invalid: (pointer: string, reason: string, more: number) =>
    `Invalid${pointer === '' ? '' : ` at ${pointer}`}: ${reason}${more > 0 ? ` (and ${counted(more, 'more problem')})` : ''}`,
  valid: 'Valid RunAgentInput.',
  badHeader: (line: string) => `Not a header: ${line}`,
  badUrl: 'The URL is not http or https, or it is too long.',
  tooManyHeaders: 'Too many headers: at most 64 can be sent.',
  tooLong: 'The request is longer than 1 MB: it cannot be sent.',
  busy: 'A run that you sent is still running. Stop it first.',
  send: 'Send',
  sendInvalid: 'Send as it is',
} as const;
