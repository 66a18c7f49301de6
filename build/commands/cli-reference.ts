import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { almanacProgram } from '../../electron/commands/program.ts';
import { cliReference } from '../cli-reference.ts';
import { root } from '../paths.ts';

writeFileSync(path.join(root, 'docs', 'cli-reference.md'), cliReference(almanacProgram()));
