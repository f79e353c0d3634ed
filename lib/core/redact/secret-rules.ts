// REGISTRY: forms of secrets, one rule per line, specific ones first. A list cannot be complete. Patterns are bounded
// and begin at the start of a run of their characters, so the time depends only on the length of a text. The first
// group is the secret; without a group it is the whole match.

interface SecretRule {
  readonly kind: string;
  readonly pattern: RegExp;
  /** Texts of which every match contains one: a fast check before the pattern. */
  readonly hints?: readonly string[];
  /** Minimum length of the secret. */
  readonly least?: number;
  /** Further check of a secret, with the text of the match before it. */
  isReal?(secret: string, before: string): boolean;
}

/** The check of card numbers (ISO/IEC 7812): every second digit doubled, the sum ends in zero. */
function passesLuhn(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number).reverse();
  const sum = digits.reduce((total, digit, at) => {
    const value = at % 2 === 0 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length >= 13 && sum % 10 === 0 && new Set(digits).size > 1;
}

/** The check of account numbers (ISO 13616): with letters as 10 to 35, the remainder by 97 is 1. */
function passesMod97(text: string): boolean {
  const plain = text.replace(/ /g, '');
  let rest = 0;
  for (const char of plain.slice(4) + plain.slice(0, 4))
    for (const digit of String(Number.parseInt(char, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** Masked values, and words instead of a value. A password may begin with such a word or sign. */
const EXAMPLE =
  /^(?:[*x.•_-]+|<.*>|\[.*\]|\{.*\}|(?:your|my|the|some|test|example|dummy|fake|placeholder)[-_. ][^\d]*|(?:process|os|env|config|settings|self|this)\..*|(?:redacted|required|optional|undefined|unknown|missing|invalid|changeme|password|string|number|object|boolean)(?:[^a-z\d]\D*)?)$/i;
const VARIABLE = /^(?:\$(?:\{.*\}|\(.*\)|[A-Z_][A-Z\d_]*|[a-z_]+)|%[A-Za-z_\d]+%)$/;

/** False for masked values, variables and examples. */
function isValue(text: string): boolean {
  return !EXAMPLE.test(text) && !VARIABLE.test(text) && !text.endsWith('**');
}

/** True for letters and digits without a pattern of words: bits per character as in random text. */
function isRandom(text: string): boolean {
  if (!isValue(text) || !/\d/.test(text) || !/[a-z]/i.test(text)) return false;
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  const bits = [...counts.values()].reduce(
    (sum, count) => sum - (count / text.length) * Math.log2(count / text.length),
    0,
  );
  return bits > 2.5;
}

/** A password within a sentence contains a character besides letters; the next word does not. */
function isPassword(secret: string, before: string): boolean {
  // Between two strings of JSON.
  if (/^[\s,:[\]{}]*$/.test(secret)) return false;
  return isValue(secret) && (/[^a-z.]/i.test(secret.slice(0, -1)) || /["'=]/.test(before));
}

/** False for domains that are reserved for examples (RFC 2606). */
function isReachable(address: string): boolean {
  return !/(?:@example\.(?:com|org|net)|\.(?:invalid|test|example|localhost))$/i.test(address);
}

/** A value without quotes. */
const PLAIN = `[^\\s"'\\\\,;&<>{}()]{1,400}`;

// biome-ignore format: one rule per line
const secretRules: readonly SecretRule[] = [
  { kind: 'private key', hints: ['PRIVATE KEY'], pattern: /-----BEGIN [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----(?:[\w+/=\s:,.-]{0,8000}?-----END [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----|[\w+/=\s]{0,8000})/g },
  { kind: 'age key', hints: ['AGE-SECRET-KEY-1'], pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/g },
  // Models and their tools.
  { kind: 'Anthropic key', hints: ['sk-ant-'], pattern: /(?<![\w-])sk-ant-[\w-]{20,200}/g },
  { kind: 'OpenRouter key', hints: ['sk-or-'], pattern: /(?<![\w-])sk-or-[\w-]{20,200}/g },
  { kind: 'Langfuse key', hints: ['sk-lf-'], pattern: /(?<![\w-])sk-lf-[\w-]{20,200}/g },
  { kind: 'OpenAI key', hints: ['sk-'], pattern: /(?<![\w-])sk-(?:proj-|svcacct-|admin-|None-)?[\w-]{20,250}/g, isReal: isRandom },
  { kind: 'Google API key', hints: ['AIza'], pattern: /\bAIza[\w-]{35}/g },
  { kind: 'Groq key', hints: ['gsk_'], pattern: /\bgsk_[A-Za-z0-9]{40,60}\b/g },
  { kind: 'xAI key', hints: ['xai-'], pattern: /(?<![\w-])xai-[A-Za-z0-9]{60,100}\b/g },
  { kind: 'Perplexity key', hints: ['pplx-'], pattern: /(?<![\w-])pplx-[A-Za-z0-9]{40,64}\b/g },
  { kind: 'Hugging Face token', hints: ['hf_', 'api_org_'], pattern: /\b(?:hf_|api_org_)[A-Za-z]{34}\b/g },
  { kind: 'Replicate token', hints: ['r8_'], pattern: /\br8_[A-Za-z0-9]{37}\b/g },
  { kind: 'Fireworks key', hints: ['fw_'], pattern: /\bfw_[A-Za-z0-9]{22,32}\b/g, isReal: isRandom },
  { kind: 'Cerebras key', hints: ['csk-'], pattern: /(?<![\w-])csk-[a-z0-9]{40,64}\b/g },
  { kind: 'NVIDIA key', hints: ['nvapi-'], pattern: /(?<![\w-])nvapi-[\w-]{60,80}/g },
  { kind: 'ElevenLabs key', hints: ['sk_'], pattern: /\bsk_[0-9a-f]{48}\b/g },
  { kind: 'LangSmith key', hints: ['lsv2_'], pattern: /\blsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}\b/g },
  { kind: 'Pinecone key', hints: ['pcsk_'], pattern: /\bpcsk_[A-Za-z0-9_]{40,80}\b/g },
  { kind: 'Tavily key', hints: ['tvly-'], pattern: /(?<![\w-])tvly-(?:dev-|prod-)?[\w-]{20,64}/g },
  { kind: 'Firecrawl key', hints: ['fc-'], pattern: /(?<![\w-])fc-[0-9a-f]{32}\b/g },
  { kind: 'E2B key', hints: ['e2b_'], pattern: /\be2b_[0-9a-f]{40}\b/g },
  // Clouds.
  { kind: 'AWS access key', hints: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { kind: 'AWS Bedrock key', hints: ['ABSK'], pattern: /\bABSK[A-Za-z0-9+/]{80,200}={0,2}/g },
  { kind: 'Azure storage key', hints: ['AccountKey='], pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/g },
  { kind: 'Azure client secret', hints: ['Q~'], pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/g },
  { kind: 'Azure OpenAI key', hints: ['JQQJ99'], pattern: /\b[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}\b/g },
  { kind: 'Google OAuth token', hints: ['ya29.'], pattern: /\bya29\.[\w-]{20,1000}/g },
  { kind: 'Google client secret', hints: ['GOCSPX-'], pattern: /(?<![\w-])GOCSPX-[\w-]{28}/g },
  { kind: 'Cloudflare key', hints: ['v1.0-'], pattern: /(?<![\w-])v1\.0-[0-9a-f]{24}-[0-9a-f]{146}\b/g },
  { kind: 'DigitalOcean token', hints: ['_v1_'], pattern: /\bdo[opr]_v1_[0-9a-f]{64}\b/g },
  { kind: 'Heroku key', hints: ['HRKU-'], pattern: /(?<![\w-])HRKU-[\w-]{36,64}/g },
  { kind: 'Netlify token', hints: ['nfp_'], pattern: /\bnfp_[A-Za-z0-9]{36,40}\b/g },
  { kind: 'Fly token', hints: ['fm1', 'fm2_'], pattern: /\bfm(?:1[ar]|2)_[\w+/=]{100,1000}/g },
  { kind: 'Supabase key', hints: ['sbp_', 'sb_secret_'], pattern: /\b(?:sbp_[0-9a-f]{40}\b|sb_secret_[\w-]{20,64})/g },
  { kind: 'PlanetScale token', hints: ['pscale_'], pattern: /\bpscale_(?:tkn|pw|oauth)_[\w.-]{32,64}/g },
  { kind: 'Databricks token', hints: ['dapi'], pattern: /\bdapi[0-9a-f]{32}(?:-\d)?\b/g },
  { kind: 'Vault token', hints: ['hvs.', 'hvb.'], pattern: /\bhv[sb]\.[\w-]{24,300}/g },
  { kind: 'Terraform token', hints: ['.atlasv1.'], pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}/g },
  { kind: 'Doppler token', hints: ['dp.'], pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,64}/g },
  // Code.
  { kind: 'GitHub token', hints: ['gh', 'github_pat_'], pattern: /\b(?:gh[oprsu]_[A-Za-z0-9]{30,255}|github_pat_\w{30,255})/g },
  { kind: 'GitLab token', hints: ['gl'], pattern: /(?<![\w-])gl(?:pat|dt|rt|ptt|cbt|oas|soat|agent|imt|ft|ffct)-[\w.-]{20,300}/g },
  { kind: 'Bitbucket token', hints: ['ATBB', 'ATCTT3'], pattern: /\b(?:ATBB[A-Za-z0-9]{32}|ATCTT3xFfG[\w=-]{60,300})/g },
  { kind: 'Atlassian token', hints: ['ATATT3'], pattern: /\bATATT3xFfGF0[\w=-]{60,300}/g },
  { kind: 'npm token', hints: ['npm_'], pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'PyPI token', hints: ['pypi-'], pattern: /(?<![\w-])pypi-[\w-]{50,1000}/g },
  { kind: 'RubyGems key', hints: ['rubygems_'], pattern: /\brubygems_[0-9a-f]{48}\b/g },
  { kind: 'Docker token', hints: ['dckr_'], pattern: /\bdckr_(?:pat|oat)_[\w-]{27,40}/g },
  { kind: 'Postman key', hints: ['PMAK-'], pattern: /(?<![\w-])PMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/g },
  // Messages and payments.
  { kind: 'Slack token', hints: ['xox', 'xapp-'], pattern: /(?<![\w-])(?:xox[abeoprsc]-|xapp-\d-)[\w-]{10,250}/g },
  { kind: 'Slack webhook', hints: ['hooks.slack.com'], pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/([\w/]{20,100})/g },
  { kind: 'Discord webhook', hints: ['/api/webhooks/'], pattern: /discord(?:app)?\.com\/api\/webhooks\/(\d{15,22}\/[\w-]{50,100})/g },
  { kind: 'Discord token', hints: ['.'], pattern: /(?<![\w.-])[MNO][\w-]{23,26}\.[\w-]{6}\.[\w-]{27,40}(?![\w-]|\.\w)/g },
  { kind: 'Telegram token', hints: [':AA'], pattern: /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { kind: 'Twilio key', hints: ['SK'], pattern: /\bSK[0-9a-f]{32}\b/g },
  { kind: 'SendGrid key', hints: ['SG.'], pattern: /\bSG\.[\w-]{20,24}\.[\w-]{39,50}/g },
  { kind: 'Mailgun key', hints: ['key-'], pattern: /(?<![\w-])key-[0-9a-f]{32}\b/g },
  { kind: 'Mailchimp key', hints: ['-us'], pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g },
  { kind: 'Brevo key', hints: ['xkeysib-', 'xsmtpsib-'], pattern: /(?<![\w-])x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}\b/g },
  { kind: 'Resend key', hints: ['re_'], pattern: /\bre_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,30}\b/g },
  { kind: 'Stripe key', hints: ['_live_', '_test_'], pattern: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,200}/g },
  { kind: 'Stripe webhook secret', hints: ['whsec_'], pattern: /\bwhsec_[A-Za-z0-9+/]{24,64}/g },
  { kind: 'Square token', hints: ['EAAA', 'sq0'], pattern: /\b(?:EAAA[\w-]{60}|sq0(?:atp|csp)-[\w-]{22,43})/g },
  { kind: 'Shopify token', hints: ['shp'], pattern: /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g },
  // Work and operations.
  { kind: 'Linear key', hints: ['lin_'], pattern: /\blin_(?:api|oauth)_[A-Za-z0-9]{32,64}\b/g },
  { kind: 'Notion token', hints: ['ntn_', 'secret_'], pattern: /\b(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43})\b/g },
  { kind: 'Airtable token', hints: ['pat'], pattern: /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b/g },
  { kind: 'Figma token', hints: ['figd_'], pattern: /\bfigd_[\w-]{40,60}/g },
  { kind: 'HubSpot token', hints: ['pat-'], pattern: /(?<![\w-])pat-(?:na|eu|ap)\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g },
  { kind: 'Contentful token', hints: ['CFPAT-'], pattern: /(?<![\w-])CFPAT-[\w-]{40,50}/g },
  { kind: 'New Relic key', hints: ['NRAK-'], pattern: /(?<![\w-])NRAK-[A-Z0-9]{27}\b/g },
  { kind: 'Grafana token', hints: ['glsa_', 'glc_'], pattern: /\b(?:glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}\b|glc_[A-Za-z0-9+/=]{32,400})/g },
  { kind: 'PostHog key', hints: ['phx_'], pattern: /\bphx_[A-Za-z0-9]{40,60}\b/g },
  { kind: 'Sentry token', hints: ['sntry'], pattern: /\bsntry(?:s_eyJ[\w+/=-]{40,400}|u_[0-9a-f]{64}\b)/g },
  { kind: 'Sentry DSN', hints: ['ingest', 'sentry'], pattern: /https?:\/\/([0-9a-f]{32})(?::[0-9a-f]{32})?@[\w.-]{1,100}\/\d{1,20}\b/g },
  // Recognized by their form, or by the word before them.
  { kind: 'JSON Web Token', hints: ['eyJ'], pattern: /(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,2000}/g },
  { kind: 'bearer token', pattern: /\bbearer\s{1,4}([\w.~+/-]{16,4000}={0,2})/gi, isReal: isRandom },
  { kind: 'basic credentials', pattern: /\bbasic\s{1,4}([A-Za-z0-9+/]{16,400}={0,2})(?![\w+/])/gi, isReal: (text) => /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(decoded(text)) },
  { kind: 'password in a URL', hints: ['://'], pattern: /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/:@"'\\]{0,100}:([^\s/@"'\\]{3,100})@/gi, isReal: isValue },
  { kind: 'token in a URL', hints: ['='], pattern: /[?&](?:access_token|token|api_?key|key|auth|sig|signature|x-amz-signature|x-amz-security-token|jwt|ticket)=([\w%.~+/-]{16,2000})/gi, isReal: isRandom },
  { kind: 'key', pattern: tokenAfter('api[_-]?key|(?:access|auth|account|secret|encryption|signing|ocp-apim-subscription)[_-]?key|(?:access|auth|refresh|id|session|api|bot|client|personal|security|xsrf|csrf)[_-]?token|(?<![a-z])token|private[_-]?key|authorization'), least: 16, isReal: isRandom },
  { kind: 'password', pattern: valueAfter('pass(?:word|wd|phrase|code)(?:[_-]?(?:hash|digest))?|pwd|(?:client|app|webhook|shared)?[_-]?secret'), least: 6, isReal: isPassword },
  { kind: 'e-mail address', hints: ['@'], pattern: /(?<![\w.%+-])[\w.%+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,4}\.[a-z]{2,24}\b/gi, isReal: isReachable },
  { kind: 'card number', pattern: /(?<!\d|\d[. -])[2-6](?:[ -]?\d){12,18}(?!\d|\.\d)/g, isReal: passesLuhn },
  { kind: 'IBAN', pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g, isReal: passesMod97 },
];

/** A token after a name: of a quoted JSON member, or of an assignment. */
function tokenAfter(names: string): RegExp {
  const before = `\\\\{0,8}["']\\s{0,4}:\\s{0,4}\\\\{0,8}["']|\\s{0,4}(?::|=>?)\\s{0,4}\\\\{0,8}["']?`;
  return new RegExp(`(?:${names})(?:${before})(${PLAIN})`, 'gi');
}

/** The same for a value of any characters, if it is in quotes. */
function valueAfter(names: string): RegExp {
  const quoted = `(?:\\\\{0,8}["']\\s{0,4}:|\\s{0,4}(?::|=>?))\\s{0,4}(?<quote>\\\\{0,8}["'])`;
  const plain = `\\s{0,4}(?::|=>?)\\s{0,4}\\\\{0,8}(?<value>${PLAIN})`;
  return new RegExp(`(?:${names})(?:${quoted}|${plain})`, 'gi');
}

/** All of a value whose quote is not closed. */
const FIRST_WORD = new RegExp(`^${PLAIN}`);

/** Maximum length of a value in quotes. */
const QUOTED_MAX = 400;

/**
 * The end of a value after its opening quote; undefined if it is not closed. Within JSON in JSON, a quote has
 * backslashes before it: a closing one as many as the opening one, or pairs of them more.
 */
function endOfQuoted(text: string, start: number, quote: string): number | undefined {
  const [value = ''] = /^[^\r\n]*/.exec(text.slice(start, start + QUOTED_MAX)) ?? [];
  for (const { index, 0: found } of value.matchAll(/\\*["']/g)) {
    const more = found.length - quote.length;
    const isSame = found.at(-1) === quote.at(-1);
    if (isSame && more >= 0 && more % (2 * quote.length) === 0) return start + index + more;
    // The string around ends, without the quote.
    if (found.endsWith('"') && (more < 0 || !isSame)) return undefined;
  }
  return undefined;
}

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}

function secretRange(text: string, { index, 0: whole, 1: group, groups }: RegExpExecArray) {
  const quote = groups?.['quote'];
  if (quote !== undefined) {
    const start = index + whole.length;
    const [word = ''] = FIRST_WORD.exec(text.slice(start, start + QUOTED_MAX)) ?? [];
    return { start, end: endOfQuoted(text, start, quote) ?? start + word.length };
  }
  const secret = groups?.['value'] ?? group ?? whole;
  const start = index + whole.lastIndexOf(secret);
  return { start, end: start + secret.length };
}

export interface SecretRange {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** Secrets in a text, in the order of the rules. They may overlap. */
export function* secretsIn(text: string): Iterable<SecretRange> {
  // In JSON, an escaped line break ends in a letter, directly before the line. The length stays.
  const plain = text.includes('\\')
    ? text.replace(/\\(?:[bfnrt]|u[\da-f]{4})/gi, (unit) => ' '.repeat(unit.length))
    : text;
  for (const { kind, pattern, hints, least = 1, isReal } of secretRules) {
    if (hints?.some((hint) => plain.includes(hint)) === false) continue;
    for (const match of plain.matchAll(pattern)) {
      const { start, end } = secretRange(plain, match);
      if (end - start < least) continue;
      if (isReal?.(plain.slice(start, end), plain.slice(match.index, start)) === false) continue;
      yield { kind, start, end };
    }
  }
}
