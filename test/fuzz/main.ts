// `npm run fuzz`: damages texts for as long as you like. What breaks a target is kept in corpus/, which every test run
// tries again.
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz';
import { targets } from './targets';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    target: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
  },
});
const chosen = targets.filter(({ id }) => values.target === undefined || id === values.target);
if (chosen.length === 0) {
  console.error(`No target '${values.target}'. Targets: ${targets.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}
let failures = 0;
for (const target of chosen) {
  const end = Date.now() + Number(values.seconds) * 1_000;
  const { tried, broken } = fuzz(target, {
    from: Number(values.seed),
    more: () => Date.now() < end,
    keeps: true,
  });
  if (broken !== undefined) failures++;
  const outcome =
    broken === undefined ? 'ok' : `seed ${broken.seed} ${broken.wrong}\n  kept as ${broken.file}`;
  console.log(`${target.id}: ${tried.toLocaleString('en')} texts from seed ${values.seed}: ${outcome}`);
}
process.exit(failures > 0 ? 1 : 0);
