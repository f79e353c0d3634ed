import { expect, test } from 'vitest';
import { rules } from '@/lib/core/lint/rules';
import { namedRules } from '@/lib/core/lint/selection';
import { SECTIONS } from './sections';

// The catalog of ag-ui-validate.
const CATALOG = new Set(
  [
    ...['001', '002', '003', '004', '005', '006', '007', '008', '101', '102', '103', '104', '105', '106'],
    ...['201', '202', '203', '204', '205', '206', '207', '208', '301', '302', '303', '304', '401', '402'],
    ...['501', '502', '503', '504', '505', '506', '507', '508', '901', '902', '903'],
  ].map((number) => `AGUI${number}`),
);

test.each(rules.map((rule) => [rule.id, rule] as const))('%s says what, why and what to do', (id, rule) => {
  expect(id).toMatch(/^[a-z0-9-]+$/);
  for (const sentence of [rule.summary, rule.impact, rule.fix]) expect(sentence).toMatch(/^[A-Z'].*\.$/s);
  for (const alias of rule.aliases ?? []) expect(CATALOG).toContain(alias);
});

test.each(rules.map(({ id, spec }) => [id, spec] as const))(
  '%s links to a section that exists',
  (_id, spec) => {
    const url = new URL(spec);
    const page = `${url.origin}${url.pathname}`;
    const sections = SECTIONS[page];
    expect(sections, page).toBeDefined();
    if (url.hash !== '') expect(sections).toContain(url.hash.slice(1));
  },
);

test('rules are named by id or alias', () => {
  expect(namedRules(['crlf-framing', ' agui501 '])).toEqual({ ids: new Set(['crlf-framing']), unknown: [] });
  expect(namedRules(['AGUI005']).ids).toEqual(new Set(['event-after-terminal', 'masked-error']));
  expect(namedRules(['nonsense', 'AGUI999']).unknown).toEqual(['nonsense', 'AGUI999']);
});
