// `npm run vscode`: the extension of VS Code, as a .vsix in .output.
import { relative } from 'node:path';
import { packEditor } from './vscode';

console.log(
  `Packed ${relative(process.cwd(), await packEditor())}; install it with code --install-extension.`,
);
