// A server that speaks a version of the protocol that its client does not know.
import type { Rule } from '@/lib/lint/types';

/** The version that the stock client 1.0 speaks. */
const OWN = [1, 0] as const;
const VERSION = /^(\d+)\.(\d+)$/;

function isNewer(major: number, minor: number): boolean {
  return major > OWN[0] || (major === OWN[0] && minor > OWN[1]);
}

/** RUN_STARTED.protocolVersion that is newer than 1.0, or no version. */
export const protocolVersion: Rule = {
  id: 'protocol-version',
  severity: 'warning',
  isSaidOnce: true,
  profiles: ['client-1.0', 'spec', 'unknown'],
  isOfClient: 'effect',
  summary: 'The server declares a protocol version that client 1.0 does not speak or cannot interpret.',
  spec: 'https://docs.ag-ui.com/concepts/events#runstarted',
  impact: 'Client 1.0 prints a warning, drops events that it does not know and removes unknown properties.',
  fix: "Update the client, or let the server answer in the version of the request; a version is 'major.minor'.",
  types: ['RUN_STARTED'],
  before({ event }) {
    const version = event?.['protocolVersion'];
    if (typeof version !== 'string') return undefined;
    const [, major, minor] = VERSION.exec(version) ?? [];
    if (major === undefined || minor === undefined) {
      return `The server declares protocol version '${version}', which client 1.0 cannot interpret.`;
    }
    if (!isNewer(Number(major), Number(minor))) return undefined;
    return `The server speaks protocol ${version}, but client 1.0 speaks ${OWN.join('.')}: it removes what it does not know.`;
  },
};
