// The value in a row of a JSON tree. Knows no domain.
import { isJsonObject } from '@/lib/core/json/json';
import { preview } from '@/lib/core/json/preview';
import { TEXTS } from '../texts';
import { type JsonRow, keysOf } from './json-rows';

/** Longer texts are cut, with a button for the rest, characters. */
const STRING_MAX = 300;

export function JsonValue({ row, onWhole }: { row: JsonRow; onWhole(): void }) {
  const { value, open } = row;
  if (typeof value === 'string') return <Text value={value} onWhole={onWhole} />;
  if (Array.isArray(value) || isJsonObject(value)) {
    if (!open) return <span class="json-dim">{preview(value)}</span>;
    const text = Array.isArray(value) ? TEXTS.itemCount(value.length) : TEXTS.keyCount(keysOf(value).length);
    return <span class="json-count">{text}</span>;
  }
  return <span class={`json-${value === null ? 'null' : typeof value}`}>{String(value)}</span>;
}

function Text({ value, onWhole }: { value: string; onWhole(): void }) {
  if (value.length <= STRING_MAX) return <span class="json-string">{JSON.stringify(value)}</span>;
  return (
    <span class="json-string">
      {preview(value, STRING_MAX)}{' '}
      <button
        type="button"
        class="link"
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
          onWhole();
        }}
      >
        {TEXTS.allCharacters(value.length)}
      </button>
    </span>
  );
}
