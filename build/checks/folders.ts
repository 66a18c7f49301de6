import { globSync } from 'node:fs';
import { root } from '../paths.ts';
import { crowdedFolders, maxFiles } from './crowded-folders.ts';

const files = globSync('{electron,shared,renderer,build,qa,e2e,bench}/**/*.{ts,tsx,css,mjs,html}', {
  cwd: root,
}).filter((file) => !/(^|[/\\])out[/\\]/.test(file));
const crowded = crowdedFolders(files);
for (const folder of crowded) process.stderr.write(`${folder}\n`);
if (crowded.length > 0) {
  process.stderr.write(`These folders hold more than ${maxFiles} source files: make subfolders, or fewer files.\n`);
  process.exitCode = 1;
} else process.stdout.write(`No folder of ${files.length} files holds more than ${maxFiles} source files.\n`);
