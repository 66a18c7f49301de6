import { join } from 'node:path';
import { root } from '../paths.ts';
import { ensureSamples } from '../samples/make.ts';

const made = await ensureSamples(join(root, 'out', 'samples'));
if (made !== null) process.stderr.write(`${made}\n`);
