/** Maximum nesting of lists and objects in a body: far more than any resource needs, far less than the stack allows. */
export const maxBodyDepth = 64;

const quote = 0x22;
const backslash = 0x5c;

/** Whether a JSON text is nested deeper than {@link maxBodyDepth}; in one pass, without recursion. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxBodyDepth) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}
