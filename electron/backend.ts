import path from 'node:path';
import type { Places } from './lib/app-paths.ts';
import { enableCompileCache } from './lib/compile-cache.ts';

const { cache } = JSON.parse(process.argv[2] ?? '') as Places;
enableCompileCache(path.join(cache, 'code'));
// Imported once the compile cache is enabled, so that it comes from there.
void import('./backend/run-backend.ts');
