// Replaces Electron's default app: `electron <folder>` runs the application in that folder. The stand-in runtime has
// none, so this implements the part of its behaviour that the project needs. It is a module, and awaits the
// application's own one, because Electron delays "ready" until its main module has run.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const words = process.argv.slice(1);
const preloads = [];
let folder;
for (let at = 0; at < words.length && folder === undefined; at += 1) {
  if (words[at] === '-r' || words[at] === '--require') {
    at += 1;
    preloads.push(words[at]);
  } else if (!words[at].startsWith('-')) folder = path.resolve(words[at]);
}

if (folder === undefined) {
  process.stderr.write('electron: name the folder of an application\n');
  app.exit(2);
} else {
  const require = createRequire(import.meta.url);
  for (const file of preloads) require(path.resolve(file));
  const described = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  process.defaultApp = true;
  app.setName(described.productName ?? described.name);
  app.setVersion(described.version);
  app.setAppPath(folder);
  try {
    await import(pathToFileURL(path.join(folder, described.main)).href);
  } catch (error) {
    // Electron would show a dialog and wait, but the developer who started it reads the terminal.
    process.stderr.write(`${error.stack}\n`);
    app.exit(1);
  }
}
