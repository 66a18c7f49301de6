import { globSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.ts';

// Chunks carry their content's hash in their names: those of an earlier build would remain and be packaged.
for (const file of globSync('out/*.{js,cjs,map}', { cwd: root })) rmSync(path.join(root, file));
