// Two versions of the state, as a tree with folded unchanged parts, or as a list.

import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { type DiffLine, diffTree } from '@/lib/core/json/diff-tree';
import { type Json, textOf } from '@/lib/core/json/json';
import { patchBetween } from '@/lib/core/json/make-patch';
import { escapeToken, valueAt } from '@/lib/core/json/pointer';
import { cut, preview } from '@/lib/core/json/preview';
import { useWorkspace } from '../app/context';
import { copyText } from '../app/notices';
import { DifferenceList, DifferenceValue, DiffSign } from '../shared/difference-list';
import { asTitle, ROW_TEXT_MAX } from '../shared/text-limits';
import { TEXTS } from '../texts';

const LINES_MAX = 1_000;
const SAME_MAX = 200;

function indent(depth: number) {
  return { paddingLeft: `${6 + depth * 14}px` };
}

function SameLine({ line, after }: { line: DiffLine; after: Json | undefined }) {
  const open = useSignal(false);
  const keys = line.keys ?? [];
  return (
    <li class="diff-same" style={indent(line.depth)}>
      <button
        type="button"
        class="link"
        aria-expanded={open.value}
        onClick={() => (open.value = !open.value)}
      >
        {TEXTS.state.unchanged(keys.length)}
      </button>
      {open.value && (
        <ul>
          {keys.slice(0, SAME_MAX).map((key) => (
            <li key={key}>
              <span class="json-key">{cut(key, ROW_TEXT_MAX)}: </span>
              <span class="dim">{preview(valueAt(after, `${line.pointer}/${escapeToken(key)}`))}</span>
            </li>
          ))}
          {keys.length > SAME_MAX && <li class="dim">{TEXTS.state.unchangedMore(keys.length - SAME_MAX)}</li>}
        </ul>
      )}
    </li>
  );
}

function Line({ line, after }: { line: DiffLine; after: Json | undefined }) {
  const { kind, key, difference, depth, pointer, value } = line;
  if (kind === 'same') return <SameLine line={line} after={after} />;
  const name = key === undefined ? TEXTS.whole : `${cut(key, ROW_TEXT_MAX)}:`;
  if (difference === undefined || kind === 'inside') {
    const count = Array.isArray(value) ? `[${value.length}]` : '{…}';
    return (
      <li style={indent(depth)} title={asTitle(pointer)}>
        <span class="diff-sign" />
        <span class="json-key">{name}</span> <span class="dim">{count}</span>
      </li>
    );
  }
  return (
    <li class={`diff-${kind}`} style={indent(depth)} title={asTitle(pointer)}>
      <DiffSign kind={kind} />
      <span class="json-key">{name}</span> <DifferenceValue difference={difference} />
    </li>
  );
}

export function StateDiff({ before, after }: { before: Json | undefined; after: Json | undefined }) {
  const workspace = useWorkspace();
  const { settings } = workspace;
  const { diffForm } = settings.values.value;
  const { lines, differences, isCut } = useMemo(() => diffTree(before, after), [before, after]);
  if (differences.length === 0) return <p class="pad dim">{TEXTS.same}</p>;
  return (
    <div class="pad state-diff">
      <div class="diff-bar">
        <div class="segmented" role="group" aria-label={TEXTS.state.diffShown}>
          {(['tree', 'list'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={diffForm === name}
              onClick={() => settings.change({ diffForm: name })}
            >
              {name === 'tree' ? TEXTS.state.asTree : TEXTS.state.asList}
            </button>
          ))}
        </div>
        <button
          type="button"
          onClick={() => void copyText(workspace, textOf(patchBetween(before, after), 2) ?? '')}
        >
          {TEXTS.state.copyPatch}
        </button>
        <button type="button" onClick={() => void copyText(workspace, textOf(after, 2) ?? '')}>
          {TEXTS.state.copyState}
        </button>
      </div>
      {isCut && <p class="dim">{TEXTS.state.diffCut(differences.length)}</p>}
      {diffForm === 'list' ? (
        <DifferenceList differences={differences} />
      ) : (
        <ul class="differences diff-tree">
          {lines.slice(0, LINES_MAX).map((line) => (
            <Line key={line.id} line={line} after={after} />
          ))}
          {lines.length > LINES_MAX && <li class="dim">{TEXTS.state.linesCut(lines.length - LINES_MAX)}</li>}
        </ul>
      )}
    </div>
  );
}
