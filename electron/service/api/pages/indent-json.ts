/**
 * Indents JSON text like `JSON.stringify`, but without parsing it, so that no number can lose a digit.
 * The text must be valid JSON without white space between its parts.
 */
export function indentJson(json: string, indent: number): string {
  const pieces: string[] = [];
  let depth = 0;
  const newLine = () => `\n${' '.repeat(indent * depth)}`;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"{}[\],:\s]+/g)) {
    const last = pieces.at(-1);
    if (token === '{' || token === '[') {
      depth += 1;
      pieces.push(token, newLine());
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const opened = pieces.at(-2);
      const empty = last?.startsWith('\n') === true && (opened === '{' || opened === '[');
      if (empty) pieces.pop();
      pieces.push(...(empty ? [] : [newLine()]), token);
    } else if (token === ',') pieces.push(token, newLine());
    else pieces.push(token === ':' ? ': ' : token);
  }
  return pieces.join('');
}
