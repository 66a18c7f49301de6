import { readFile } from 'node:fs/promises';
import type { Static, TSchema } from 'typebox';
import { parseAs } from '#shared/parse-as.ts';

/** As {@link parseAs}, with the text of a file; null also if it cannot be read. */
export async function readAs<Schema extends TSchema>(
  schema: Schema,
  file: string,
  parse?: (text: string) => unknown,
): Promise<Static<Schema> | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : parseAs(schema, text, parse);
}
