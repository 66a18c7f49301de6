/**
 * The values of a JSON object in their order, each as its own JSON text, so that a long integer keeps its digits. The
 * text must be one valid object without white space between its parts.
 */
export function jsonMembers(json: string): string[] {
  const values: string[] = [];
  let at = 1;
  while (at < json.length && json[at] !== '}') {
    at = stringEnd(json, at) + 1;
    const end = valueEnd(json, at);
    values.push(json.slice(at, end));
    at = json[end] === ',' ? end + 1 : end;
  }
  return values;
}

/** Where a string that begins at `at` is over: the place behind its last quote. */
function stringEnd(json: string, at: number): number {
  let end = at + 1;
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end + 1;
}

/** Where a value that begins at `at` is over: the place behind it. */
function valueEnd(json: string, at: number): number {
  let depth = 0;
  let end = at;
  for (;;) {
    const character = json[end];
    if (character === '"') end = stringEnd(json, end) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if ((character === '}' || character === ']') && depth > 0) depth -= 1;
    else if (character === undefined || ((character === ',' || character === '}') && depth === 0)) return end;
    end += 1;
  }
}
