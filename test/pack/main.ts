// `npm run pack`: the npm package `ag-ui-lens`, with the command line and the library, as a .tgz in .output.
import { relative } from 'node:path';
import { packPackage } from './package';

const archive = await packPackage();
console.log(`Packed ${relative(process.cwd(), archive)}; install it with npm install.`);
