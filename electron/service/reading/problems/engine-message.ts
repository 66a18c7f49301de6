/** The full path of a file, quoted or not: it is inside the store and must not be shown. */
const namedFile =
  /(?:\b(?:the )?file:? )?(?:["'](?:\/|[A-Za-z]:[\\/])[^"']*["']|(?<=[\s(])(?:\/|[A-Za-z]:[\\/])[^\s"',;()/\\]+[\\/][^\s"',;()]+)/gi;

/** The first line of an engine's message, without paths. Further lines are advice for people who write SQL. */
export function firstLine(message: string): string {
  const [line = message] = message.split('\n', 1);
  return line.replace(namedFile, 'the file').replace('Parquet the file', 'the Parquet file');
}

/** Whether the engine ran out of memory. */
export function isOutOfMemory(message: string): boolean {
  return message.startsWith('Out of Memory');
}
