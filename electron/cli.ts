import './thread-pool.ts';
import { keepCompiled } from './code-cache.ts';
import { commandCodeFolder } from './command-code-folder.ts';

const kept = commandCodeFolder(process.argv.slice(2));
if (kept !== null) keepCompiled(import.meta.dirname, kept, 'at-end');
// Loaded from here, so that it is the compiled code of the last such command that runs.
void import('./run-command-line.ts');
