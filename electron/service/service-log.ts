import type { LogSink, ServiceLog } from './deps.ts';

/** A log of JSON objects, one per line, as in the HTTP part; errors include their stack. */
export function serviceLog(sink: LogSink): ServiceLog {
  const write = (level: number) => (details: object, message: string) => {
    const plain = (_: string, value: unknown) =>
      value instanceof Error ? { type: value.name, message: value.message, stack: value.stack } : value;
    sink(`${JSON.stringify({ level, time: Date.now(), ...details, msg: message }, plain)}\n`);
  };
  return { info: write(30), warn: write(40), error: write(50) };
}
