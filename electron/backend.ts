import path from 'node:path';
import { keepCompiled } from './code-cache.ts';
import type { Places } from './places.ts';

const { cache } = JSON.parse(process.argv[2] ?? '') as Places;
keepCompiled(import.meta.dirname, path.join(cache, 'code'));
// Loaded from here, so that it is the compiled code of the last start that runs.
void import('./run-backend.ts');
