// `npm run site`: the demo and the viewer as static files, see build-site.ts.
import { relative } from 'node:path';
import { buildSite } from './build-site';

console.log(`The site is in ${relative(process.cwd(), await buildSite())}.`);
