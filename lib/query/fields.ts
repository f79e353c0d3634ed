// REGISTRY: the fields of a query, in the order in which they are suggested.
import { atField } from '@/lib/query/fields/at';
import { dialectField } from '@/lib/query/fields/dialect';
import { gapField } from '@/lib/query/fields/gap';
import { hasField } from '@/lib/query/fields/has';
import { idField } from '@/lib/query/fields/id';
import { isField } from '@/lib/query/fields/is';
import { kindField } from '@/lib/query/fields/kind';
import { pathField } from '@/lib/query/fields/path';
import { ruleField } from '@/lib/query/fields/rule';
import { runField } from '@/lib/query/fields/run';
import { sizeField } from '@/lib/query/fields/size';
import { subagentField } from '@/lib/query/fields/subagent';
import { threadField } from '@/lib/query/fields/thread';
import { toolField } from '@/lib/query/fields/tool';
import { typeField } from '@/lib/query/fields/type';
import { urlField } from '@/lib/query/fields/url';
import type { Field } from '@/lib/query/types';

export const fields: readonly Field[] = [
  typeField,
  kindField,
  toolField,
  runField,
  threadField,
  idField,
  subagentField,
  pathField,
  gapField,
  atField,
  sizeField,
  urlField,
  dialectField,
  hasField,
  isField,
  ruleField,
];

const byFieldName: ReadonlyMap<string, Field> = new Map(fields.map((field) => [field.name, field]));

export function fieldOf(name: string): Field | undefined {
  return byFieldName.get(name);
}
