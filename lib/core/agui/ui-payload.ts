// Detects user interfaces sent as data: A2UI, MCP-UI, Open-JSON-UI and the draft's generateUserInterface tool.
// Recognized by content or by name, and never run.
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';

type UiSpec = 'A2UI' | 'MCP-UI' | 'Open-JSON-UI' | 'generateUserInterface';

/** Names of activities, tools and custom events, lower-cased and without separators. */
const NAMES: readonly (readonly [pattern: RegExp, spec: UiSpec])[] = [
  [/^a2ui/, 'A2UI'],
  [/^(mcpui|mcpapps?)/, 'MCP-UI'],
  [/^openjsonui/, 'Open-JSON-UI'],
  [/^(generateuserinterface|generativeui)$/, 'generateUserInterface'],
];

const A2UI_MESSAGES: ReadonlySet<string> = new Set([
  ...['beginRendering', 'surfaceUpdate', 'dataModelUpdate', 'deleteSurface'],
  ...['createSurface', 'updateComponents', 'updateDataModel', 'a2ui_operations'],
]);

const DEPTH_MAX = 4;
const VALUES_MAX = 200;

function specOfName(name: string): UiSpec | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return NAMES.find(([pattern]) => pattern.test(plain))?.[1];
}

function specOfObject(value: JsonObject): UiSpec | undefined {
  if (Object.keys(value).some((key) => A2UI_MESSAGES.has(key))) return 'A2UI';
  const { uri, type, version } = value;
  if (typeof uri === 'string' && uri.startsWith('ui://')) return 'MCP-UI';
  const named = typeof type === 'string' ? specOfName(type) : undefined;
  if (named !== undefined) return named;
  return typeof version === 'string' && specOfName(version) === 'Open-JSON-UI' ? 'Open-JSON-UI' : undefined;
}

function specOfValue(root: Json): UiSpec | undefined {
  let left = VALUES_MAX;
  const look = (value: Json, depth: number): UiSpec | undefined => {
    if (--left < 0 || depth > DEPTH_MAX || typeof value !== 'object' || value === null) return undefined;
    const own = isJsonObject(value) ? specOfObject(value) : undefined;
    if (own !== undefined) return own;
    for (const inner of Object.values<Json>(value)) {
      const found = look(inner, depth + 1);
      if (found !== undefined) return found;
      if (left < 0) return undefined;
    }
    return undefined;
  };
  return look(root, 0);
}

/** The UI specification of a payload, given the name it is sent under (activity type, tool, custom event). */
export function uiSpecOf(name: string, payload: Json | undefined): UiSpec | undefined {
  return specOfName(name) ?? (payload === undefined ? undefined : specOfValue(payload));
}
