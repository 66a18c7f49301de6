import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolderOf } from '../licences/package-folder.ts';
import { root } from '../paths.ts';

// The renderer of the API reference is served as it is, so it is copied rather than bundled.
const bundle = 'node_modules/redoc/bundles/redoc.standalone.js';
copyFileSync(path.join(root, bundle), path.join(root, 'out', path.basename(bundle)));

/** The packages within it, for the list of licences. */
const { sources }: { sources: string[] } = JSON.parse(readFileSync(path.join(root, `${bundle}.map`), 'utf8'));
const folders = new Set(['node_modules/redoc', ...sources.flatMap((source) => packageFolderOf(source) ?? [])]);
const installed = [...folders].filter((folder) => existsSync(path.join(root, folder, 'package.json')));
const list = path.join(root, 'out', 'bundled', 'api-reference.json');
mkdirSync(path.dirname(list), { recursive: true });
writeFileSync(list, JSON.stringify(installed.sort(), null, 2));
