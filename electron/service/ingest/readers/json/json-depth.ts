import { quoteLiteral } from '../../../store/duckdb/quoting.ts';

/** Objects and lists within each other: the engine and the script engine read JSON by recursion, on a stack. */
export const maxJsonDepth = 256;

/** Name of the function that the engine gets from us for the rare values with many brackets. */
export const jsonDepthFunction = 'almanac_json_depth';

/** How deep the brackets of a JSON text are nested, those within strings left out. Reads the text once. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '{' || letter === '[') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (letter === '}' || letter === ']') depth -= 1;
  }
  return deepest;
}

/**
 * Condition that a text of JSON is nested no deeper than {@link maxJsonDepth}. Only a text with more brackets than that
 * is read for it.
 */
export function shallowJsonSql(text: string): string {
  const without = (bracket: string) => `replace(${text}, ${quoteLiteral(bracket)}, '')`;
  const brackets = `(2 * strlen(${text}) - strlen(${without('{')}) - strlen(${without('[')}))`;
  return `(CASE WHEN ${brackets} <= ${maxJsonDepth} THEN true ELSE CAST(${jsonDepthFunction}(${text}) AS INTEGER) <= ${maxJsonDepth} END)`;
}
