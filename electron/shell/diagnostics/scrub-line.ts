import { homedir } from 'node:os';

const removed = '[removed]';
const secretName = /token|password|passwd|secret|authori[sz]ation|cookie|credential|api-?key/i;
/** Maximum length of a text in an entry. */
const maxLength = 2_000;

/**
 * Removes from a line of the log what must not appear in it: tokens, and values of cells, which errors quote. Errors
 * keep the unquoted words of their first line and their stack; addresses keep everything but their query.
 */
export function scrubLine(line: string): string {
  const entry = jsonOf(line);
  return entry === undefined ? scrubText(line) : JSON.stringify(scrubValue(entry, ''));
}

function jsonOf(line: string): unknown {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

function scrubValue(value: unknown, name: string): unknown {
  if (secretName.test(name)) return removed;
  if (typeof value === 'string') return name === 'stack' ? scrubStack(value) : scrubText(value.split('\n')[0] ?? '');
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => scrubValue(item, ''));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scrubValue(item, key)]));
}

/** A stack starts with the message, which may have several lines: keep the first one, and the frames. */
function scrubStack(stack: string): string {
  const [first = '', ...rest] = stack.split('\n');
  const frames = rest.filter((line) => /^\s+at /.test(line)).map(scrubText);
  return [scrubText(first), ...frames].join('\n');
}

/** Removes the same from plain text, such as a line that a native library wrote before it crashed. */
export function scrubText(text: string): string {
  return (
    text
      .slice(0, maxLength)
      .replace(/\b(token|bearer|basic)\s+[^\s,;"']+/gi, `$1 ${removed}`)
      .replace(/\b([a-z][a-z0-9+.-]*:\/\/)([^\s/@"'?#]*@)?([^\s?#"']*)([?#][^\s"']*)?/gi, withoutQuery)
      // super-linear: the text was cut to maxLength above.
      .replace(/(["'`“‘«])(?:(?!["'`”’»]).){1,}(["'`”’»])/g, '$1…$2')
      .replace(/\b[A-Za-z0-9+/_-]{32,}={0,2}/g, longWord)
      .replaceAll(homedir(), '~')
  );
}

function withoutQuery(_: string, scheme: string, user: string | undefined, rest: string, query: string | undefined) {
  return `${scheme}${user ? `${removed}@` : ''}${rest}${query ? `${query.charAt(0)}…` : ''}`;
}

/** Long words of digits and letters may be tokens; long paths and class names are not. */
function longWord(word: string): string {
  return /\d/.test(word) && !word.includes('/') ? removed : word;
}
