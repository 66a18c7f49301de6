import './lib/thread-pool.ts';
import { commandCodeFolder } from './commands/code-folder.ts';
import { enableCompileCache } from './lib/compile-cache.ts';

const folder = commandCodeFolder(process.argv.slice(2));
if (folder !== null) enableCompileCache(folder);
// Imported once the compile cache is enabled, so that it comes from there.
void import('./commands/run-command-line.ts');
