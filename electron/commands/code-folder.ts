import path from 'node:path';
import { parseArgs } from 'node:util';
import { placesFor } from '../lib/app-paths.ts';

const commands: ReadonlySet<string> = new Set([
  'serve',
  'ls',
  'publish',
  'export',
  'query',
  'show',
  'versions',
  'diff',
  'edit',
  'rename',
  'delete',
  'verify',
  'pin',
  'user',
  'open',
  'follow',
]);

/**
 * Where the command line caches compiled code. Null if its arguments name no command or no usable folder, which the
 * full parser reports.
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
