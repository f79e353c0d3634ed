// Starts a browser and stays, to be killed: `tsx start-one.ts NAME [EXTENSION]`. A browser that cannot be started ends
// this with exit code 3, after everything else is done.
import { launch } from './launch';

const [name, extension] = process.argv.slice(2);
try {
  await launch(name === 'firefox' ? 'firefox' : 'chromium', extension === undefined ? {} : { extension });
  process.stdout.write('started\n');
} catch {
  process.exitCode = 3;
}
