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

const examinedLines = 100;

/** @param lines the first lines of a text */
export function logFormatOf(lines: readonly string[]): LogFormat | null {
  const filled = lines.filter((line) => line !== '').slice(0, examinedLines);
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
