// Report: one HTML file with the panel and a recording, without network access.
import { harmless, harmlessLine } from '@/lib/core/agui/harmless';
import { factsOf } from '@/lib/core/files/format-facts';
import { textOf } from '@/lib/core/files/input';
import { recording } from '@/lib/core/files/recording';
import type { Format, ReportParts, WriteSource } from '@/lib/core/files/types';

/** Type of the elements that contain the recording, in parts. */
export const REPORT_DATA = 'application/x-ndjson';
/** Maximum length of one element's content, units: browsers parse an element in one task. */
const PART = 256 * 1024;

/** Escapes a script for an inline element. */
export function asInlineScript(text: string): string {
  return text.replaceAll(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '\\x3c!--');
}

const POLICY = ({ hash }: ReportParts): string =>
  `default-src 'none'; script-src '${hash}'; style-src 'unsafe-inline'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'`;

/** Shown until the whole file is loaded. */
const WAITING = 'This report is being read…';

function* page(source: WriteSource, parts: ReportParts, lines: Iterable<string>): Iterable<string> {
  const name = harmlessLine((source.origin ?? 'recording').replaceAll(/[<>&"']/g, ' '));
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY(parts)}">
<meta name="viewport" content="width=device-width">
<title>AG-UI Lens: ${name}</title>
<style>${parts.style.replaceAll(/<\/(?=style)/gi, '<\\/')}</style>
</head>
<body>
<div id="app"><p>${WAITING}</p></div>
<script type="${REPORT_DATA}" id="recording">
`;
  let length = 0;
  for (const line of lines) {
    // In JSON, this character occurs only in strings.
    const text = harmless(line).replaceAll('<', '\\u003c');
    if (length > 0 && length + text.length > PART) {
      yield `</script>\n<script type="${REPORT_DATA}">\n`;
      length = 0;
    }
    yield text;
    length += text.length;
  }
  yield '</script>\n<script>';
  yield parts.script;
  yield '</script>\n</body>\n</html>\n';
}

const DATA = /<script type="application\/x-ndjson"(?: id="recording")?>\n([\s\S]*?)(?:<\/script>|$)/g;

export const htmlReport: Format = {
  ...factsOf('html-report'),
  isRaw: true,
  confidence: ({ start }) => (start.includes('<title>AG-UI Lens: ') ? 1 : 0),
  read(input) {
    const parts = Array.from(textOf(input).matchAll(DATA), ([, part = '']) => part);
    if (parts.length === 0) return { error: `${input.name} is a report without a recording.` };
    const read = recording.read?.({ name: input.name, text: parts.join('') });
    return read ?? { error: `${input.name} could not be read.` };
  },
  write(source) {
    if (source.report === undefined)
      return {
        refused:
          'A report contains the panel, which is missing here: export it from the extension, or build the extension first.',
      };
    const lines = recording.write?.(source) ?? [];
    return 'refused' in lines ? lines : page(source, source.report, lines);
  },
};
