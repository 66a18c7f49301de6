import { quoteLiteral } from '#shared/text/quoting.ts';

/** Maximum nesting of objects and lists: the engine and V8 parse JSON recursively, on a stack. */
export const maxJsonDepth = 256;

/** Name of the function that we register with the engine for the rare values with many brackets. */
export const jsonDepthFunction = 'almanac_json_depth';

/** The nesting depth of brackets in a JSON text, not counting those in strings. Reads the text once. */
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
 * Condition that a JSON text is not nested deeper than {@link maxJsonDepth}. Texts with few brackets are not scanned.
 */
export function shallowJsonSql(text: string): string {
  const without = (bracket: string) => `replace(${text}, ${quoteLiteral(bracket)}, '')`;
  const brackets = `(2 * strlen(${text}) - strlen(${without('{')}) - strlen(${without('[')}))`;
  return `(CASE WHEN ${brackets} <= ${maxJsonDepth} THEN true ELSE CAST(${jsonDepthFunction}(${text}) AS INTEGER) <= ${maxJsonDepth} END)`;
}
