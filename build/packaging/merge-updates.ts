import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mergedDescription } from './merged-description.ts';

/**
 * Collects packages from several machines in one folder. Each machine describes its own architecture for updates in a
 * file of the same name (`latest-mac.yml`); these are merged.
 */
const [from = '', to = ''] = process.argv.slice(2);
mkdirSync(to, { recursive: true });
const descriptions = new Map<string, string[]>();
for (const file of globSync('**/*', { cwd: from, withFileTypes: true })) {
  if (!file.isFile()) continue;
  const found = path.join(file.parentPath, file.name);
  if (!/^latest.*\.yml$/.test(file.name)) copyFileSync(found, path.join(to, file.name));
  else descriptions.set(file.name, [...(descriptions.get(file.name) ?? []), readFileSync(found, 'utf8')]);
}
for (const [name, texts] of descriptions) writeFileSync(path.join(to, name), mergedDescription(texts));
