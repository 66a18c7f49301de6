// Stands where Electron's own default app would: `electron <folder>` runs the application in that folder.
// The stand-in runtime has none, so this gives it the part of that behaviour that the project needs.
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { app } = require('electron');

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
  for (const file of preloads) require(file);
  const described = require(path.join(folder, 'package.json'));
  process.defaultApp = true;
  app.setName(described.productName ?? described.name);
  app.setVersion(described.version);
  app.setAppPath(folder);
  import(pathToFileURL(path.join(folder, described.main)).href).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    app.exit(1);
  });
}
