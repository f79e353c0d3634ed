// `npm run site`.
import { relative } from 'node:path';
import { buildSite } from './build-site';

console.log(`The site is in ${relative(process.cwd(), await buildSite())}.`);
