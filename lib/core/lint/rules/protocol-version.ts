import type { Rule } from '@/lib/core/lint/types';

const VERSION = /^(\d+)\.(\d+)$/;

function isNewer(major: number, minor: number, own: number): boolean {
  return major > 1 || (major === 1 && minor > own);
}

export const protocolVersion: Rule = {
  id: 'protocol-version',
  severity: 'warning',
  isReportedOnce: true,
  profiles: ['client-1.0', 'client-1.1', 'spec', 'unknown'],
  isOfClient: 'effect',
  summary: 'The server declares a protocol version that client 1.0 does not speak or cannot interpret.',
  spec: 'https://docs.ag-ui.com/concepts/events#runstarted',
  impact: 'Client 1.0 warns, drops unknown events and removes unknown properties.',
  fix: "Update the client, or let the server answer in the version of the request; a version is 'major.minor'.",
  types: ['RUN_STARTED'],
  before({ event, stream, seq }, _model, profileOf) {
    const own = profileOf(stream, seq).id === 'client-1.1' ? 1 : 0;
    const version = event?.['protocolVersion'];
    if (typeof version !== 'string') return undefined;
    const [, major, minor] = VERSION.exec(version) ?? [];
    if (major === undefined || minor === undefined) {
      return `The server declares protocol version '${version}', which client 1.${own} cannot interpret.`;
    }
    if (!isNewer(Number(major), Number(minor), own)) return undefined;
    return `The server speaks protocol ${version}, but client 1.${own} speaks 1.${own}: it removes what it does not know.`;
  },
};
