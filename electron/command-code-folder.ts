import path from 'node:path';
import { parseArgs } from 'node:util';
import { placesFor } from './places.ts';

const commands: ReadonlySet<string> = new Set(['serve', 'ls', 'publish', 'export', 'verify', 'pin', 'user', 'open']);

/**
 * Where the command line keeps the compiled code of the command that its words name: one folder a command, as each
 * runs other parts of the program. Null where they name none, or no place: what is wrong with them is told by whoever
 * reads all of them.
 * @param words those behind the program's name
 */
export function commandCodeFolder(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const [command = ''] = words;
  if (!commands.has(command)) return null;
  const { data } = parseArgs({
    args: [...words],
    options: { data: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  }).values;
  try {
    const { cache } = placesFor(typeof data === 'string' ? data : undefined, environment);
    return path.join(cache, 'code-of-commands', command);
  } catch {
    return null;
  }
}
