// Validators of values from outside: each returns the valid value, or undefined. None throws.
import { isObject, isWhole } from './values';

export type Validator<T> = (value: unknown) => T | undefined;

export const flag: Validator<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

export function oneOf<T extends string>(words: readonly T[]): Validator<T> {
  return (value) => words.find((word) => word === value);
}

export function text(longest: number, pattern?: RegExp): Validator<string> {
  return (value) =>
    typeof value === 'string' && value.length <= longest && pattern?.test(value) !== false
      ? value
      : undefined;
}

export function number(lowest: number, highest = Number.MAX_VALUE): Validator<number> {
  return (value) => (typeof value === 'number' && value >= lowest && value <= highest ? value : undefined);
}

export function whole(lowest: number, highest?: number): Validator<number> {
  const inRange = number(lowest, highest);
  return (value) => (isWhole(value) ? inRange(value) : undefined);
}

/** A list with at most `longest` valid items. */
export function listOf<T>(validate: Validator<T>, longest: number): Validator<T[]> {
  return (values) => {
    if (!Array.isArray(values) || values.length > longest) return undefined;
    const valid: T[] = [];
    for (const value of values) {
      const item = validate(value);
      if (item === undefined) return undefined;
      valid.push(item);
    }
    return valid;
  };
}

/** An object with a limited number of entries, whose names and values are valid. */
export function recordOf<T>(
  validate: Validator<T>,
  name: Validator<string> = text(Number.MAX_SAFE_INTEGER),
  most = Number.MAX_SAFE_INTEGER,
): Validator<Record<string, T>> {
  const entries = listOf<[string, T]>((entry) => {
    const [key, inner]: unknown[] = Array.isArray(entry) ? entry : [];
    const [validKey, valid] = [name(key), validate(inner)];
    return validKey === undefined || valid === undefined ? undefined : [validKey, valid];
  }, most);
  return (value) => {
    const valid = isObject(value) ? entries(Object.entries(value)) : undefined;
    return valid && Object.fromEntries(valid);
  };
}

/** One validator for each member, so that a member without one does not compile. */
type MemberValidators<T> = { readonly [K in keyof T]-?: Validator<NonNullable<T[K]>> };

/** An object with these members; others are left out. */
export function objectOf<T extends object>(
  members: MemberValidators<T>,
  optional: readonly (keyof T)[] = [],
): Validator<T> {
  return (value) => {
    if (!isObject(value)) return undefined;
    const valid: Partial<T> = {};
    // The keys of a mapped type over T are those of T.
    for (const key of Object.keys(members) as (keyof T & string)[]) {
      const field = Object.hasOwn(value, key) ? value[key] : undefined;
      if (field === undefined && optional.includes(key)) continue;
      const member = members[key](field);
      if (member === undefined) return undefined;
      valid[key] = member;
    }
    // Every member is valid, or may be absent.
    return valid as T;
  };
}

/** The members of each kind besides `kind`. */
type KindValidators<T extends { readonly kind: string }> = {
  readonly [K in T['kind']]: MemberValidators<Omit<Extract<T, { readonly kind: K }>, 'kind'>>;
};

/** An object of one of several kinds; optional members are optional in all kinds. */
export function variants<T extends { readonly kind: string }>(
  kinds: KindValidators<T>,
  optional: readonly (T extends unknown ? keyof T : never)[] = [],
): Validator<T> {
  return (value) => {
    const kind = isObject(value) ? value['kind'] : undefined;
    if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) return undefined;
    const own: object = Reflect.get(kinds, kind);
    // The table's type gives each kind its members.
    const members = { kind: oneOf([kind]), ...own } as MemberValidators<T>;
    // Members that a kind does not have are ignored.
    return objectOf<T>(members, optional as readonly (keyof T)[])(value);
  };
}
