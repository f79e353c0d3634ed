// Values that look like secrets.
import * as z from 'zod';
import { findSecrets } from '@/lib/core/redact/secrets';
import { lineOf, listAnswer } from '@/lib/package/cli/mcp/answer';
import { defineTool, FILE, FROM } from '@/lib/package/cli/mcp/tool';
import { plainSource } from '@/lib/package/library/convert';

export const secretsTool = defineTool({
  name: 'secrets',
  title: 'What must not be shared',
  description:
    'Values that look like secrets or personal data, masked, and the command that writes a copy without them. Writes nothing itself.',
  input: z.object({ file: FILE, from: FROM }),
  run({ file, from }, recordings) {
    const { name, opened } = recordings.open(file);
    const { found, isCut } = findSecrets(plainSource(opened));
    const head = [
      found.length === 0 ? 'Nothing looks like a secret.' : `${found.length} values look like secrets.`,
      ...(isCut ? ['Only a part was searched (limit reached).'] : []),
      `To share it with placeholders for all values: npx ag-ui-lens redact ${lineOf(name)} > shared.agui.jsonl${found.length === 0 ? '.' : '; add --redact secrets to replace only the values below.'}`,
    ].join('\n');
    return listAnswer(
      head,
      found,
      from,
      ({ kind, where, shown }) => `${kind} in ${lineOf(where)}: ${lineOf(shown, 80)}`,
    );
  },
});
