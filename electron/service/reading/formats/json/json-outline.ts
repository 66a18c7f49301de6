import { type JsonKind, JsonScanner, JsonTextError } from './json-scanner.ts';

/** A value at the outer levels of a JSON text. */
export interface OutlineNode {
  readonly kind: JsonKind;
  /** Whether its end was reached. */
  complete: boolean;
  /** Members of an object by name, the last of equal ones. */
  readonly members: Map<string, OutlineNode>;
  readonly items: OutlineNode[];
  itemCount: number;
  /** The text of a short string, which may identify the kind of a text. */
  text: string;
}

export interface JsonOutline {
  readonly top: OutlineNode | null;
  /** Whether another value follows it. */
  readonly several: boolean;
  /** Where the beginning stops being JSON, if it does. */
  readonly broken: JsonTextError | null;
}

const watchDepth = 4;
const maxNodes = 20_000;
const maxItems = 50;
const maxTextBytes = 100;

/** The outer levels of a JSON text, as far as its beginning shows. */
export function outlineOf(beginning: Buffer, preamble: number, whole: boolean): JsonOutline {
  const open: (OutlineNode | null)[] = [];
  const starts: number[] = [];
  let top: OutlineNode | null = null;
  let several = false;
  let nodes = 0;
  let name = '';
  const scanner = new JsonScanner(
    { watchDepth, several: true, preamble },
    {
      onStart(depth, kind, at) {
        starts[depth] = at;
        if (depth === 0 && top !== null) several = true;
        const parent = depth === 0 ? null : (open[depth - 1] ?? null);
        open[depth] = null;
        if (several || (depth > 0 && parent === null)) return;
        if (parent?.kind === 'list') parent.itemCount += 1;
        if (nodes >= maxNodes || (parent?.kind === 'list' && parent.items.length >= maxItems)) return;
        nodes += 1;
        const node: OutlineNode = { kind, complete: false, members: new Map(), items: [], itemCount: 0, text: '' };
        open[depth] = node;
        if (parent === null) top = node;
        else if (parent.kind === 'list') parent.items.push(node);
        else parent.members.set(name, node);
      },
      onEnd(depth, kind, end) {
        const node = open[depth];
        if (node === null || node === undefined || several) return;
        node.complete = true;
        const start = starts[depth] ?? 0;
        if (kind !== 'object' && kind !== 'list' && end - start <= maxTextBytes) {
          node.text = beginning.toString('utf8', start, end);
        }
      },
      onName(_, text) {
        name = text;
      },
    },
  );
  let broken: JsonTextError | null = null;
  try {
    scanner.feed(beginning);
    if (whole) scanner.end();
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    broken = error;
  }
  return { top, several, broken };
}

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
