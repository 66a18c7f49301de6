import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/**
 * The value of a JSON text; null if it has another form than the schema, or is no JSON.
 * @param parse reads the text
 */
export function parseAs<Schema extends TSchema>(
  schema: Schema,
  text: string,
  parse: (text: string) => unknown = JSON.parse,
): Static<Schema> | null {
  try {
    const value = parse(text);
    return Value.Check(schema, value) ? value : null;
  } catch {
    return null;
  }
}
