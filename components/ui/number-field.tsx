// A number field. A value outside of its range is marked and not used; the field shows the used one again when left.
import { useState } from 'preact/hooks';
import { TEXTS } from '../texts';

interface NumberFieldProps {
  readonly label: string;
  /** Undefined shows an empty field. */
  readonly value: number | undefined;
  readonly min: number;
  readonly max?: number;
  /** Whole numbers by default. */
  readonly step?: 'any';
  readonly unit?: string;
  readonly title?: string;
  /** Meaning of an empty field, which is invalid without one. */
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** Called with undefined for an empty field. */
  onNumber(value: number | undefined): void;
}

export function NumberField({ label, value, unit, onNumber, ...field }: NumberFieldProps) {
  const { min, max, step, placeholder } = field;
  // Kept while the user types: the panel renders again at any time.
  const [draft, setDraft] = useState<string>();
  const [isInvalid, setInvalid] = useState(false);
  return (
    <>
      <label>
        <input
          type="number"
          aria-label={label}
          aria-invalid={isInvalid}
          required={placeholder === undefined}
          {...field}
          value={draft ?? value ?? ''}
          onInput={({ currentTarget }) => {
            setDraft(currentTarget.value);
            setInvalid(!currentTarget.validity.valid);
          }}
          onChange={({ currentTarget: { validity, valueAsNumber } }) => {
            if (validity.valid) onNumber(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber);
          }}
          onBlur={({ currentTarget }) => {
            // Text that is no number counts as an empty value, so a render would leave it in the field.
            if (!currentTarget.validity.valid) currentTarget.value = String(value ?? '');
            setDraft(undefined);
            setInvalid(false);
          }}
        />
        {unit !== undefined && ` ${unit}`}
      </label>
      {isInvalid && (
        <p class="error" role="alert">
          {TEXTS.notInRange(min, max, step === undefined)}
        </p>
      )}
    </>
  );
}
