// A small reader of XML, and as much of XML Schema as the schema of JUnit's reports needs: which elements and attributes
// may stand where, which must, and whether there may be text. The order and number of children are left open, as they
// nearly always are in that schema.

/** An element of an XML document. */
interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const TOKEN = /<\?[^?]*\?>|<!--[\s\S]*?-->|<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const STRAY = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/u;

function elementOf(name: string, source: string): XmlElement {
  const pairs = [...source.matchAll(/([\w:-]+)="([^"]*)"/g)];
  const attributes = new Map(pairs.map(([, key = '', value = '']) => [key, value]));
  if (attributes.size < pairs.length) throw new Error(`<${name}> has an attribute twice.`);
  return { name, attributes, children: [], text: '' };
}

/** The root of a document; throws where it is not well-formed. */
function parseXml(document: string): XmlElement {
  if (STRAY.test(document)) throw new Error('An ampersand stands for itself.');
  if (FORBIDDEN.test(document)) throw new Error('A character is not allowed in XML.');
  const top = elementOf('', '');
  const open = [top];
  TOKEN.lastIndex = 0;
  for (let end = 0; end < document.length; end = TOKEN.lastIndex) {
    const found = TOKEN.exec(document);
    if (found === null) throw new Error(`This is not XML: ${document.slice(end, end + 100)}`);
    const [, slash, name, attributes = '', empty, text] = found;
    const inside = open.at(-1) ?? top;
    if (text !== undefined) inside.text += text.trim();
    if (name === undefined) continue;
    if (slash === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element.`);
      continue;
    }
    const element = elementOf(name, attributes);
    inside.children.push(element);
    if (empty === '') open.push(element);
  }
  const [root] = top.children;
  if (open.length !== 1 || root === undefined || top.children.length > 1 || top.text !== '')
    throw new Error('There is not one root element.');
  return root;
}

interface Rule {
  readonly attributes: ReadonlyMap<string, { readonly isRequired: boolean }>;
  readonly children: ReadonlySet<string>;
  readonly hasText: boolean;
}

function below(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...below(child, name),
  ]);
}

function ruleOf(element: XmlElement): Rule {
  const attributes = below(element, 'xs:attribute').map(
    ({ attributes: own }) => [own.get('name') ?? '', { isRequired: own.get('use') === 'required' }] as const,
  );
  const children = below(element, 'xs:element').map(({ attributes: own }) => own.get('ref') ?? '');
  const isMixed = element.children.some(({ attributes: own }) => own.get('mixed') === 'true');
  const hasText = isMixed || element.attributes.get('type') === 'xs:string';
  return { attributes: new Map(attributes), children: new Set(children), hasText };
}

function problemsOf(element: XmlElement, rules: ReadonlyMap<string, Rule>): readonly string[] {
  const { name, attributes, children, text } = element;
  const rule = rules.get(name);
  if (rule === undefined) return [`<${name}> is not in the schema.`];
  const missing = [...rule.attributes].filter(([key, { isRequired }]) => isRequired && !attributes.has(key));
  const unknown = [...attributes.keys()].filter((key) => !rule.attributes.has(key));
  const misplaced = children.filter((child) => !rule.children.has(child.name));
  return [
    ...missing.map(([key]) => `<${name}> has no ${key}.`),
    ...unknown.map((key) => `<${name}> may not have ${key}.`),
    ...misplaced.map((child) => `<${name}> may not hold <${child.name}>.`),
    ...(text !== '' && !rule.hasText ? [`<${name}> may not hold text.`] : []),
    ...children.flatMap((child) => problemsOf(child, rules)),
  ];
}

/** Problems of a document by a schema; throws where it is not well-formed. */
export function xsdProblems(schema: string, document: string): readonly string[] {
  const rules = parseXml(schema)
    .children.filter(({ name }) => name === 'xs:element')
    .map((element) => [element.attributes.get('name') ?? '', ruleOf(element)] as const);
  return problemsOf(parseXml(document), new Map(rules));
}
