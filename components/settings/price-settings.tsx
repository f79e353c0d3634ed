// Prices of models: a row per price and an empty one.
import type { Price } from '@/lib/core/metrics/cost';
import { LIST_PRICES_OF, listPrices } from '@/lib/core/metrics/list-prices';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { NumberField } from '../ui/number-field';

export function PriceSettings() {
  const { settings } = useWorkspace();
  const words = TEXTS.chrome.prices;
  const { prices } = settings.values.value;
  const set = (at: number, price: Price | undefined) => {
    const next = prices.toSpliced(at, 1, ...(price === undefined ? [] : [price]));
    settings.change({ prices: next });
  };
  return (
    <>
      <h3>{words.title}</h3>
      <p class="dim">{words.hint}</p>
      <table class="price-settings">
        <thead>
          <tr>
            <th scope="col">{words.model}</th>
            <th scope="col">{words.input}</th>
            <th scope="col">{words.output}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {[...prices, undefined].map((price, at) => (
            <PriceRow key={at} price={price} number={at + 1} onChange={(next) => set(at, next)} />
          ))}
        </tbody>
      </table>
      <p>
        <button
          type="button"
          onClick={() => {
            const named = new Set(prices.map(({ model }) => model));
            settings.change({ prices: [...prices, ...listPrices.filter(({ model }) => !named.has(model))] });
          }}
        >
          {words.addListed(LIST_PRICES_OF)}
        </button>
      </p>
    </>
  );
}

interface PriceRowProps {
  /** Undefined in the empty row. */
  readonly price: Price | undefined;
  readonly number: number;
  onChange(price: Price | undefined): void;
}

function PriceRow({ price, number, onChange }: PriceRowProps) {
  const words = TEXTS.chrome.prices;
  const { model, input, output } = price ?? { model: '', input: 0, output: 0 };
  const amount = (label: string, value: number, made: (next: number) => Price) => (
    <td>
      <NumberField
        label={label}
        value={price && value}
        min={0}
        step="any"
        disabled={price === undefined}
        onNumber={(next = value) => onChange(made(next))}
      />
    </td>
  );
  return (
    <tr>
      <td>
        <input
          type="text"
          aria-label={words.modelOf(number)}
          placeholder={words.example}
          value={model}
          onChange={({ currentTarget: { value } }) => {
            const name = value.trim();
            if (name !== '') onChange({ model: name, input, output });
          }}
        />
      </td>
      {amount(words.inputOf(number), input, (next) => ({ model, input: next, output }))}
      {amount(words.outputOf(number), output, (next) => ({ model, input, output: next }))}
      <td>
        {price !== undefined && (
          <button type="button" aria-label={words.remove(model)} onClick={() => onChange(undefined)}>
            ✕
          </button>
        )}
      </td>
    </tr>
  );
}
