// Forms for the input that a run waits for: answers to interrupts, by their schemas, and results of tools. The
// request holds the values and can also be edited as text.
import type { Interrupt } from '@ag-ui/core';
import { type AnswerField, answerFields, withMember } from '@/lib/core/agui/answer-fields';
import { jsonIn } from '@/lib/core/agui/events';
import type { Json, JsonObject } from '@/lib/core/json/json';
import { memberOf } from '@/lib/core/json/pointer';
import { cut } from '@/lib/core/json/preview';
import {
  answerIn,
  commandIn,
  type OpenCall,
  resultIn,
  withAnswer,
  withCommand,
  withResult,
} from '@/lib/core/model/queries/run-input';
import { composer as words } from '../texts/composer';

const NAME_SHOWN = 60;

interface FieldProps {
  readonly field: AnswerField;
  readonly value: Json | undefined;
  set(value: Json): void;
}

function Control({ field: { kind, options }, value, set }: FieldProps) {
  if (kind === 'choice')
    return (
      <select
        value={value === undefined ? -1 : options.indexOf(value)}
        onChange={({ currentTarget }) => set(options[currentTarget.selectedIndex] ?? null)}
      >
        {options.map((option, index) => (
          <option key={index} value={index}>
            {typeof option === 'string' ? option : JSON.stringify(option)}
          </option>
        ))}
      </select>
    );
  if (kind === 'boolean')
    return (
      <input
        type="checkbox"
        checked={value === true}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
    );
  if (kind === 'number')
    return (
      <input
        type="number"
        step="any"
        value={typeof value === 'number' ? value : ''}
        onInput={({ currentTarget: { valueAsNumber } }) =>
          // Null, not the number before: an empty field must not send it.
          set(Number.isFinite(valueAsNumber) ? valueAsNumber : null)
        }
      />
    );
  return (
    <input
      type="text"
      value={typeof value === 'string' ? value : ''}
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

function Field(props: FieldProps) {
  const { path, description } = props.field;
  return (
    <label class="run-from-field" title={description}>
      <span>{cut(path.join(' › '), NAME_SHOWN) || words.value}</span>
      <Control {...props} />
    </label>
  );
}

interface FormProps {
  readonly input: JsonObject;
  onInput(next: JsonObject): void;
}

function AnswerForm({ interrupt, input, onInput }: FormProps & { readonly interrupt: Interrupt }) {
  const { id, message, reason, responseSchema } = interrupt;
  const answer = answerIn(input, id);
  if (answer === undefined) return null;
  const { payload, status } = answer;
  const isCancelled = status === 'cancelled';
  const fields = responseSchema === undefined ? [] : answerFields(jsonIn(responseSchema));
  const set = (next: JsonObject) => onInput(withAnswer(input, id, next));
  return (
    <fieldset class="run-from-answer">
      <legend>{words.answerTo(cut(message ?? reason, NAME_SHOWN))}</legend>
      <label class="run-from-field">
        <span>{words.answer}</span>
        <select
          value={isCancelled ? 'cancelled' : 'resolved'}
          onChange={({ currentTarget }) =>
            set({ ...answer, status: currentTarget.value === 'cancelled' ? 'cancelled' : 'resolved' })
          }
        >
          <option value="resolved">{words.answers.resolved}</option>
          <option value="cancelled">{words.answers.cancelled}</option>
        </select>
      </label>
      {!isCancelled &&
        fields.map((field) => (
          <Field
            key={field.path.join('/')}
            field={field}
            value={field.path.reduce<Json | undefined>(memberOf, payload)}
            set={(value) => set({ ...answer, payload: withMember(payload, field.path, value) })}
          />
        ))}
      {!isCancelled && fields.length === 0 && <p class="dim">{words.noFields}</p>}
    </fieldset>
  );
}

function ResultField({ call, input, onInput }: FormProps & { readonly call: OpenCall }) {
  const content = resultIn(input, call.id)?.['content'];
  if (typeof content !== 'string') return null;
  return (
    <label class="run-from-field" title={call.id}>
      <span>{words.resultOf(cut(call.name, NAME_SHOWN) || call.id)}</span>
      <input
        type="text"
        value={content}
        onInput={({ currentTarget }) => onInput(withResult(input, call.id, currentTarget.value))}
      />
    </label>
  );
}

/** An interrupt of a CUSTOM event. */
export interface Asked {
  readonly question: string;
  readonly value: Json;
}

function CommandForm({ asked: { question, value }, input, onInput }: FormProps & { readonly asked: Asked }) {
  const answer = commandIn(input) ?? '';
  return (
    <fieldset class="run-from-answer">
      <legend>{words.answerTo(cut(question, NAME_SHOWN))}</legend>
      {typeof answer === 'string' ? (
        <label class="run-from-field">
          <span>{words.value}</span>
          <input
            type="text"
            placeholder={words.commandHint}
            value={answer}
            onInput={({ currentTarget }) => onInput(withCommand(input, value, currentTarget.value))}
          />
        </label>
      ) : (
        <p class="dim">{words.noText}</p>
      )}
    </fieldset>
  );
}

interface AnswerFormsProps extends FormProps {
  readonly asked?: Asked | undefined;
  readonly interrupts: readonly Interrupt[];
  readonly openCalls: readonly OpenCall[];
}

export function AnswerForms({ asked, interrupts, openCalls, ...form }: AnswerFormsProps) {
  return (
    <>
      {asked !== undefined && <CommandForm asked={asked} {...form} />}
      {openCalls.map((call) => (
        <ResultField key={call.id} call={call} {...form} />
      ))}
      {interrupts.map((interrupt) => (
        <AnswerForm key={interrupt.id} interrupt={interrupt} {...form} />
      ))}
    </>
  );
}
