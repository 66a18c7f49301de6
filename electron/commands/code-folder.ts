import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { placesFor } from '../lib/app-paths.ts';
import definitions from './commands.json' with { type: 'json' };

/**
 * Where the command line caches compiled code. Null if its arguments name no command or no usable folder, which the
 * full parser reports, and before there is a data folder: a command that fails must not leave one behind.
 * @param words the arguments after the program's name
 */
export function commandCodeFolder(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const [command = ''] = words;
  if (command === '' || !Object.hasOwn(definitions.commands, command)) return null;
  const { data: requested } = parseArgs({
    args: [...words],
    options: { data: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  }).values;
  try {
    const { cache, data } = placesFor(typeof requested === 'string' ? requested : undefined, environment);
    return existsSync(data) ? path.join(cache, 'code') : null;
  } catch {
    return null;
  }
}
