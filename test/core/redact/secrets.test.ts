// Secrets that are found in what would leave, and what only looks like one.
import { expect, test } from 'vitest';
import { sourceOf } from '@/lib/core/files/log-source';
import { findSecrets } from '@/lib/core/redact/secrets';
import type { CapturedRecord } from '@/lib/messages/records';
import { logOf } from '../../support/logs';
import { PACKAGINGS, packedLogOf } from '../../support/packed';
import { events } from '../../support/stream-text';

/** Letters and digits in an order without a pattern. */
const some = (length: number, letters = 'aB3dE7gH1jK9mN5pQ2rS8tU4vW6xY0z') =>
  Array.from({ length }, (_none, at) => letters[(at * 7 + 3) % letters.length]).join('');
const hex = (length: number) => some(length, '0a1b2c3d4e5f6789');
const upper = (length: number) => some(length, 'A3B7C2D9E4F6G5H8');
const lower = (length: number) => some(length, 'abcdefghijklmnopqrstuvwxyz');
const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${some(43)}`;

/** The parts are joined here: scanners of other tools would report whole keys. */
const CASES: readonly (readonly [string, string])[] = [
  ['private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----`],
  [
    'private key',
    `-----BEGIN ${'PRIVATE'} KEY-----\n${some(64)}\n${some(20)}==\n-----END ${'PRIVATE'} KEY-----`,
  ],
  ['age key', `AGE-SECRET-${'KEY-1'}${upper(58)}`],
  ['Anthropic key', `sk-${'ant-'}api03-${some(93)}AA`],
  ['OpenRouter key', `sk-${'or-'}v1-${hex(64)}`],
  ['Langfuse key', `sk-${'lf-'}0a1b2c3d-1111-4222-8333-${hex(12)}`],
  ['OpenAI key', `sk-${'proj-'}${some(74)}T3Blbk${'FJ'}${some(74)}`],
  ['OpenAI key', `sk-${some(20)}T3Blbk${'FJ'}${some(20)}`],
  ['Google API key', `AI${'za'}${some(35)}`],
  ['Groq key', `gs${'k_'}${some(52)}`],
  ['xAI key', `xa${'i-'}${some(80)}`],
  ['Perplexity key', `pp${'lx-'}${some(48)}`],
  ['Hugging Face token', `h${'f_'}${lower(34)}`],
  ['Replicate token', `r${'8_'}${some(37)}`],
  ['Fireworks key', `f${'w_'}${some(24)}`],
  ['Cerebras key', `cs${'k-'}${some(48, 'a3b7c2d9e4f6')}`],
  ['NVIDIA key', `nv${'api-'}${some(64)}`],
  ['ElevenLabs key', `s${'k_'}${hex(48)}`],
  ['LangSmith key', `ls${'v2_'}pt_${hex(32)}_${hex(10)}`],
  ['Pinecone key', `pc${'sk_'}${some(6)}_${some(60)}`],
  ['Tavily key', `tv${'ly-'}dev-${some(32)}`],
  ['Firecrawl key', `f${'c-'}${hex(32)}`],
  ['E2B key', `e2${'b_'}${hex(40)}`],
  ['AWS access key', `AK${'IA'}${upper(16)}`],
  ['AWS Bedrock key', `AB${'SK'}${some(120)}==`],
  ['Azure storage key', `AccountName=x;Account${'Key='}${some(86)}==;EndpointSuffix=core.windows.net`],
  ['Azure client secret', `${some(3)}8${'Q~'}${some(34)}`],
  ['Azure OpenAI key', `${some(52)}JQ${'QJ99'}${some(26)}`],
  ['Google OAuth token', `ya${'29.'}${some(120)}`],
  ['Google client secret', `GOC${'SPX-'}${some(28)}`],
  ['Cloudflare key', `v1${'.0-'}${hex(24)}-${hex(146)}`],
  ['DigitalOcean token', `do${'p_v1_'}${hex(64)}`],
  ['Heroku key', `HR${'KU-'}${some(58)}`],
  ['Netlify token', `nf${'p_'}${some(36)}`],
  ['Fly token', `Fly${'V1 fm2_'}${some(200)}`],
  ['Supabase key', `sb${'p_'}${hex(40)}`],
  ['Supabase key', `sb_${'secret_'}${some(31)}`],
  ['PlanetScale token', `psc${'ale_'}tkn_${some(43)}`],
  ['Databricks token', `da${'pi'}${hex(32)}`],
  ['Vault token', `hv${'s.'}${some(90)}`],
  ['Terraform token', `${some(14)}.atlas${'v1.'}${some(67)}`],
  ['Doppler token', `dp${'.pt.'}${some(43)}`],
  ['GitHub token', `gh${'p_'}${some(36)}`],
  ['GitHub token', `github_${'pat_'}${some(22)}_${some(59)}`],
  ['GitLab token', `gl${'pat-'}${some(20)}`],
  ['Bitbucket token', `AT${'BB'}${some(32)}`],
  ['Atlassian token', `ATA${'TT3'}xFfGF0${some(180)}=${upper(8)}`],
  ['npm token', `np${'m_'}${some(36)}`],
  ['PyPI token', `py${'pi-'}AgEIcHlwaS5vcmc${some(120)}`],
  ['RubyGems key', `ruby${'gems_'}${hex(48)}`],
  ['Docker token', `dckr${'_pat_'}${some(27)}`],
  ['Postman key', `PM${'AK-'}${hex(24)}-${hex(34)}`],
  ['Slack token', `xo${'xb-'}1234567890-${some(24)}`],
  ['Slack webhook', `https://hooks.${'slack'}.com/services/T${upper(8)}/B${upper(8)}/${some(24)}`],
  ['Discord webhook', `https://discord.com/api/${'webhooks'}/123456789012345678/${some(68)}`],
  ['Discord token', `M${some(23)}.${some(6)}.${some(38)}`],
  ['Telegram token', `123456789:${'AA'}${some(33)}`],
  ['Twilio key', `S${'K'}${hex(32)}`],
  ['SendGrid key', `S${'G.'}${some(22)}.${some(43)}`],
  ['Mailgun key', `ke${'y-'}${hex(32)}`],
  ['Mailchimp key', `${hex(32)}-u${'s21'}`],
  ['Brevo key', `xkey${'sib-'}${hex(64)}-${some(16)}`],
  ['Resend key', `r${'e_'}${some(8)}_${some(24)}`],
  ['Stripe key', `s${'k_live_'}${some(24)}`],
  ['Stripe webhook secret', `wh${'sec_'}${some(32)}`],
  ['Square token', `EA${'AA'}${some(60)}`],
  ['Shopify token', `sh${'pat_'}${hex(32)}`],
  ['Linear key', `li${'n_api_'}${some(40)}`],
  ['Notion token', `nt${'n_'}${some(46)}`],
  ['Airtable token', `pa${'t'}${some(14)}.${hex(64)}`],
  ['Figma token', `fi${'gd_'}${some(40)}`],
  ['HubSpot token', `pa${'t-na1-'}0a1b2c3d-1111-4222-8333-${hex(12)}`],
  ['Contentful token', `CF${'PAT-'}${some(43)}`],
  ['New Relic key', `NR${'AK-'}${upper(27)}`],
  ['Grafana token', `gl${'sa_'}${some(32)}_${hex(8)}`],
  ['PostHog key', `ph${'x_'}${some(43)}`],
  ['Sentry token', `sn${'tryu_'}${hex(64)}`],
  ['Sentry DSN', `https://${hex(32)}@o123456.ingest.us.${'sentry'}.io/4501234567890`],
  ['JSON Web Token', jwt],
  ['bearer token', `Bearer ${some(24)}`],
  ['basic credentials', `Authorization: Basic ${btoa('admin:hunter2!')}`],
  ['password in a URL', 'postgres://admin:hunter2@db.example/x'],
  ['password in a URL', 'mongodb+srv://app:S3cr3t!@cluster0.abcde.mongodb.net/?retryWrites=true'],
  ['password in a URL', 'redis://:S3cr3t@cache.example:6379/0'],
  ['token in a URL', `https://cdn.example/file.png?sig=${some(40)}`],
  // Providers whose keys have no form of their own: the name before it counts.
  ['key', `MISTRAL_API_KEY=${some(32)}`],
  ['key', `COHERE_API_KEY: "${some(40)}"`],
  ['key', `DD-API-KEY: ${hex(32)}`],
  ['key', `CLOUDFLARE_API_TOKEN=${some(40)}`],
  ['key', `aws_secret_access_key = ${some(40)}`],
  ['key', `{"accessToken":"${some(24)}"}`],
  ['password', 'password: hunter2!'],
  ['password', 'DB_PASSWORD=swordfish'],
  ['password', '{"password":"swordfish"}'],
  ['password', `Server=db;User Id=app;Password=Tr0ub4dor;Database=x`],
  ['password', '{"password":"$uperS3cret!99"}'],
  ['password', '{"db_password":"Tr0ub;4dor&3"}'],
  ['password', '{"password":"correct horse battery staple"}'],
  ['password', '{"password_hash":"$2b$12$abcdefghijklmnopqrstuv"}'],
  ['password', '{"password":"numberOne!2024"}'],
  ['password', 'DB_PASSWORD="p4ss word; more"'],
  ['e-mail address', 'alice.smith@mail.example.com'],
  ['card number', '4111 1111 1111 1111'],
  ['card number', '5555-5555-5555-4444'],
  ['card number', '378282246310005'],
  ['IBAN', 'DE89 3704 0044 0532 0130 00'],
];

const kindsIn = (list: readonly object[], request?: object): readonly string[] =>
  findSecrets(sourceOf(logOf(list, request), () => [])).found.map(({ kind }) => kind);

test.each(CASES)('%s is found, also in lines, within punctuation and in a request', (kind, secret) => {
  const around = [
    `It is ${secret}.`,
    `(${secret})`,
    `"${secret}", or so`,
    `Is it ${secret}? Or`,
    `is:${secret};`,
  ];
  for (const value of [{ note: secret }, `line\n${secret}\nline`, ...around])
    expect(kindsIn([{ type: 'CUSTOM', name: 'x', value }]), String(value)).toContain(kind);
  const request = { threadId: 't', runId: 'r', messages: [], forwardedProps: { note: secret } };
  expect(kindsIn([], request)).toContain(kind);
});

test.each(PACKAGINGS)('a secret in a state is found in another packaging: %s', (packaging) => {
  const list = events('run · state {"to":"alice@mail.example.com"}');
  expect(findSecrets(sourceOf(packedLogOf(list, packaging), () => [])).found).toEqual([
    { kind: 'e-mail address', seq: 1, where: 'event 1', shown: 'alic… (22 characters)' },
  ]);
});

test('secrets outside of events are found: the URL of the page, messages over a socket, a note', () => {
  const secret = 'alice@mail.example.com';
  const sent = { kind: 'frame', t: 0, stream: 1, dir: 'out' } as const;
  const places: readonly (readonly [string, CapturedRecord])[] = [
    [
      'the address of the page',
      { kind: 'navigation', t: 0, url: `http://x/?to=${secret}`, timeOrigin: 0, top: true },
    ],
    ['a message that the page sent', { ...sent, text: `{"login":"${secret}"}` }],
    ['a message that the page sent', { ...sent, b64: btoa(`login ${secret}`) }],
  ];
  for (const [where, record] of places) {
    const batch = { doc: 'd', frameId: 0, n: 0, records: [record] };
    const { found } = findSecrets(sourceOf(logOf([]), () => [batch]));
    expect(found).toMatchObject([{ kind: 'e-mail address', seq: -1, where }]);
  }
  const annotations = { notes: [[3, `ask ${secret}`]] } as const;
  const { found } = findSecrets(sourceOf(logOf([]), () => [], { annotations }));
  expect(found).toMatchObject([{ kind: 'e-mail address', seq: 3, where: 'the note of event 3' }]);
});

test('a secret that was streamed in parts is found', () => {
  const parts = events('run r · text m "Write to alice" "@mail.exam" "ple.com" · end');
  expect(findSecrets(sourceOf(logOf(parts), () => [])).found).toEqual([
    { kind: 'e-mail address', seq: -2, where: 'message m', shown: 'alic… (22 characters)' },
  ]);
});

test.each([
  '4111 1111 1111 1112',
  'DE89 3704 0044 0532 0130 01',
  '1700000000000',
  'user@host',
  'user@example.com',
  'user@mail.invalid',
  'a password is needed',
  'Enter your password: required',
  'password: ********',
  'api_key=$API_KEY_OF_THE_TEAM_2',
  'Authorization: Bearer <your token>',
  'The secret: always stir.',
  `{"password":"","db_password":"$${'{DB_PASSWORD}'}","secret":"%APP_SECRET%","pwd":"$DB_PASS"}`,
  '{"password":"your password","secret":"<the secret>","passwd":"string | null"}',
  '{"label":"password: ","pwd":"[REDACTED]"}',
  '{"password":{"type":"string"},"apiKey":"your-api-key-goes-here"}',
  '{"max_tokens":4096,"token":"Hello"}',
  'task-12345678901234567890',
  'sk-skeleton-loading-placeholder',
  'react@18.2.0',
  'c0ffee00-1111-4222-8333-444455556666',
])('%s is not reported as a secret', (text) =>
  expect(kindsIn([{ type: 'CUSTOM', name: 'x', value: text }])).toEqual([]),
);

// Each begins like a secret at every place. A search that took its time at each of them would not end here.
test.each(['-eyJ', 'sk-', 'glpat-', 'xoxb-', 'a.', '4 ', 'Bearer ', 'password=', 'ab://a:'])(
  'the search takes linear time: %s',
  (unit) => {
    const value = unit.repeat(1_000_000);
    expect(
      findSecrets(sourceOf(logOf([{ type: 'CUSTOM', name: 'x', value }]), () => [])).found.length,
    ).toBeLessThan(3);
  },
);

test('unchecked content is not reported as clean: a long event, many secrets in one text', () => {
  const scanOf = (value: string) =>
    findSecrets(sourceOf(logOf([{ type: 'CUSTOM', name: 'x', value }]), () => []));
  const late = `${'x '.repeat(9_000_000)} alice@mail.example.com`;
  expect(scanOf(late)).toEqual({ found: [], isCut: true });
  expect(scanOf(`alice@mail.example.com ${late}`)).toMatchObject({ found: [{ seq: 0 }], isCut: true });
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, n) => `a${n}@mail.example.com`).join(' ');
  expect(scanOf(addresses(100))).toMatchObject({ found: { length: 100 }, isCut: false });
  expect(scanOf(addresses(5_000))).toMatchObject({ found: { length: 100 }, isCut: true });
});

test('a secret in a message with a long id is listed in one line', () => {
  const parts = events('run r · text m "Write to alice" "@mail.example.com" · end').map((event) =>
    'messageId' in event ? { ...event, messageId: 'm'.repeat(60_000) } : event,
  );
  const [found] = findSecrets(sourceOf(logOf(parts), () => [])).found;
  expect(found?.where.length).toBeLessThan(200);
});

test('a number that is longer, or a fraction, is no card number', () => {
  for (const text of ['0.4111111111111111', '4111111111111111.5', '14111111111111111'])
    expect(kindsIn([{ type: 'CUSTOM', name: 'x', value: text }]), text).toEqual([]);
});

test('a secret is listed once for all its notations', () => {
  const key = `sk-ant-${some(32)}`;
  for (const value of [`api_key=${key}`, `Authorization: Bearer ${jwt}`, { password: key, again: key }])
    expect(kindsIn([{ type: 'CUSTOM', name: 'x', value }])).toHaveLength(1);
});
