// REGISTRY: the fields of a query, in the order in which they are suggested.
import { agentField } from '@/lib/core/query/fields/agent';
import { atField } from '@/lib/core/query/fields/at';
import { dialectField } from '@/lib/core/query/fields/dialect';
import { gapField } from '@/lib/core/query/fields/gap';
import { hasField } from '@/lib/core/query/fields/has';
import { idField } from '@/lib/core/query/fields/id';
import { isField } from '@/lib/core/query/fields/is';
import { kindField } from '@/lib/core/query/fields/kind';
import { pathField } from '@/lib/core/query/fields/path';
import { ruleField } from '@/lib/core/query/fields/rule';
import { runField } from '@/lib/core/query/fields/run';
import { sizeField } from '@/lib/core/query/fields/size';
import { subagentField } from '@/lib/core/query/fields/subagent';
import { threadField } from '@/lib/core/query/fields/thread';
import { toolField } from '@/lib/core/query/fields/tool';
import { typeField } from '@/lib/core/query/fields/type';
import { urlField } from '@/lib/core/query/fields/url';
import type { QueryField } from '@/lib/core/query/types';

export const fields: readonly QueryField[] = [
  typeField,
  kindField,
  toolField,
  runField,
  threadField,
  idField,
  agentField,
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

const byFieldName: ReadonlyMap<string, QueryField> = new Map(fields.map((field) => [field.name, field]));

export function fieldOf(name: string): QueryField | undefined {
  return byFieldName.get(name);
}

export const isFieldName = (name: string): boolean => byFieldName.has(name);
