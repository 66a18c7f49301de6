import path from 'node:path';
import { parseArgs } from 'node:util';
import { placesFor } from '../lib/app-paths.ts';

const commands: ReadonlySet<string> = new Set(['serve', 'ls', 'publish', 'export', 'verify', 'pin', 'user', 'open']);

/**
 * Where the command line keeps compiled code. Null where its arguments name no command, or no usable folder: the parser
 * of all arguments reports what is wrong with them.
 * @param words the arguments after the program's name
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
    return path.join(cache, 'code');
  } catch {
    return null;
  }
}
