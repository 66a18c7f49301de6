/** The text around a JSON text. */
export interface Preamble {
  /** Bytes before it, including a byte order mark. */
  readonly bytes: number;
  /** Characters that may follow it. */
  readonly trailer: string;
  /** Whether that is more than a byte order mark and spaces. */
  readonly comment: boolean;
}

const blank =
  /^(?:[\s\uFEFF]+|(?:\/\/|#)[^\n]*\n|\/\*[\s\S]*?\*\/|\)\]\}'[^\n]*\n|(?:for|while)\s*\((?:;;|1)\);|typeof\s[\w$.\s]{1,200}===?\s*["']function["']\s*&&)/;
/** A function that is called with the text (JSONP), a variable that it is assigned to, or a module that exports it. */
const call =
  /^(?:export\s+default\s+(?=[[{])|(?:export\s+)?(?:(?:var|let|const)\s+)?[A-Za-z_$][\w$.]{0,200}(?:\[["'\w]{1,100}\])?\s*(?:=(?!=)\s*(?:\(\s*)?|\(\s*)(?=[[{]))/;

/** Finds where a JSON text begins: after comments, a guard against scripts, the name of a function or variable. */
export function preambleOf(beginning: Buffer): Preamble {
  let text = beginning.toString('utf8', 0, 1 << 14);
  let comment = false;
  let trailer = '';
  const { length } = text;
  for (;;) {
    const spaces = blank.exec(text)?.[0];
    if (spaces !== undefined) {
      comment ||= spaces.trim() !== '' && spaces.trim() !== '\uFEFF';
      text = text.slice(spaces.length);
      continue;
    }
    const called = call.exec(text)?.[0];
    if (called === undefined) break;
    comment = true;
    trailer = ');';
    text = text.slice(called.length);
  }
  const whole = beginning.toString('utf8', 0, 1 << 14).slice(0, length - text.length);
  return { bytes: comment || whole.includes('\uFEFF') ? Buffer.byteLength(whole) : 0, trailer, comment };
}
