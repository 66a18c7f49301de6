import type { Unseparated } from '../layouts.ts';
import { fixedColumnStarts } from './fixed-width.ts';
import { bytesOf, textOfBytes } from './scan-records.ts';

/** Characters that rarely occur in values, and those that must occur twice in each line or split it in two. */
const rareSigns = ['||', '::', '<>', '\\t', ...['§', '¦', '¬', '·', '•', '→', '│', '¶', '¤'].map(bytesOf)];
const commonSigns = ['/', '&', '=', '*', '%', '@', '+', '#', '!', '\\', '$', '?'];

/** Fewer lines are not conclusive. */
const minLines = 3;
const examinedLines = 200;

/**
 * Finds a possible unknown delimiter, columns of fixed width, or a table drawn for reading.
 * @param lines the header and what follows it
 * @param width number of detected columns
 */
export function findUnseparated(lines: readonly string[], width: number): Unseparated | null {
  const filled = lines.filter((line) => line.trim() !== '').slice(0, examinedLines);
  if (filled.slice(0, 5).some(isRule)) return { kind: 'drawn' };
  if (width > 1 || filled.length < minLines) return null;
  const isEverywhere = (least: number) => (sign: string) => {
    const counts = filled.map((line) => line.split(sign).length - 1);
    return (counts[0] ?? 0) >= least && counts.every((count) => count === counts[0]);
  };
  const isDate = filled.every((line) => /^[\d/ :.-]+$/.test(line));
  const common = commonSigns.find(isEverywhere(2)) ?? commonSigns.find((one) => isBetweenTwo(one, filled));
  const sign = rareSigns.find(isEverywhere(1)) ?? (isDate ? undefined : common);
  if (sign !== undefined) return { kind: 'sign', sign };
  if (!hasFixedWidth(filled)) return null;
  const starts = fixedColumnStarts(filled.map(textOfBytes));
  return { kind: 'fixed-width', starts };
}

/** Usual values that contain such a character once. */
const joined = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$|^\d+ ?\/ ?\d+$/;

/** Whether a sign splits every line in two, without being part of a usual value such as an e-mail address. */
function isBetweenTwo(sign: string, lines: readonly string[]): boolean {
  const parts = lines.map((line) => line.replace(/"[^"]*"/g, '""').split(sign));
  const [names = []] = parts;
  const filled = parts.filter(([first = '', second = '']) => first.trim() !== '' && second.trim() !== '').length;
  return (
    parts.every(({ length }) => length === 2) &&
    names.every((name) => name.trim() !== '') &&
    filled * 5 >= parts.length * 4 &&
    !lines.slice(1).every((line) => joined.test(line.trim()))
  );
}

/** A line below the names of a drawn table: `|---|---:|`, `+---+---+`, `----- ---`. */
function isRule(line: string): boolean {
  // In box-drawing characters, as bytes of UTF-8.
  if (/^(?:\xe2[\x94\x95][\x80-\xbf]){5,}\s*$/.test(line)) return true;
  return /^[\s|+:=-]+$/.test(line) && /-{3}|={3}/.test(line) && /[|+]|[-=] +[-=]/.test(line);
}

/** Whether all lines have a space at one position between other characters, and most have several there. */
function hasFixedWidth(lines: readonly string[]): boolean {
  const padded = lines.filter((line) => /\S {2,}\S/.test(line)).length;
  if (padded * 2 < lines.length) return false;
  const trimmed = lines.map((line) => line.trimEnd());
  const shortest = Math.min(...trimmed.map(({ length }) => length));
  for (let at = 1; at < shortest - 1; at += 1) {
    if (trimmed.every((line) => line[at] === ' ' && line.slice(0, at).trim() !== '')) return true;
  }
  return false;
}

/** A log of a server or program, judging by its lines. */
export type LogFormat =
  /** Fields separated by spaces. `names` are those of the first fields. */
  | { readonly kind: 'fields'; readonly names: readonly string[] }
  /** Lines without fixed fields. */
  | { readonly kind: 'lines' };

/** Common and Combined Log Format (Apache, `mod_log_config`); the brackets around the time do not quote its zone. */
const accessLine = /^\S+ \S+ \S+ \[\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] "/;
const accessNames = ['host', 'identity', 'user', 'time', 'zone', 'request', 'status', 'bytes', 'referrer', 'agent'];

const level = '(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE)';
const programLines: readonly RegExp[] = [
  // RFC 3164 and RFC 5424.
  /^(?:<\d{1,3}>)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]+ [^\s,;|\t]+:? /,
  /^<\d{1,3}>1 \d{4}-\d\d-\d\dT\S+ \S+ \S+ \S+ \S+ /,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S{0,16} [\w.-]+ [\w./-]+(?:\[\d+\])?: /,
  // The error logs of nginx and Apache.
  /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[[a-z]+\] \d+#\d+: /,
  /^\[[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d(?:\.\d+)? \d{4}\] \[[\w:]+\] /,
  // What libraries for logs write by default: a time, a level, a message.
  new RegExp(
    String.raw`^\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]? [^,;|\t]{0,60}\b${level}\b`,
  ),
];

const examinedLogLines = 100;

/** @param lines the first lines of a text */
export function logFormatOf(lines: readonly string[]): LogFormat | null {
  const filled = lines.filter((line) => line !== '').slice(0, examinedLogLines);
  // W3C Extended Log File Format: a directive names the fields.
  const fields = filled.filter((line) => line.startsWith('#')).find((line) => /^#Fields:[ \t]/.test(line));
  if (fields !== undefined && filled[0]?.startsWith('#')) {
    return { kind: 'fields', names: fields.slice('#Fields:'.length).trim().split(/\s+/) };
  }
  const [first = ''] = filled;
  const share = (pattern: RegExp) => filled.filter((line) => pattern.test(line)).length / filled.length;
  if (filled.length < 2) return null;
  if (accessLine.test(first) && share(accessLine) > 0.9) return { kind: 'fields', names: accessNames };
  // Messages may have further lines.
  return programLines.some((pattern) => pattern.test(first) && share(pattern) > 0.5) ? { kind: 'lines' } : null;
}
