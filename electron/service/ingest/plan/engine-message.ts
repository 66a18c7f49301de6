/** A file by its whole path, in quotes or not: it lies in the store and must not be shown. */
const namedFile =
  /(?:\b(?:the )?file:? )?(?:["'](?:\/|[A-Za-z]:[\\/])[^"']*["']|(?<=[\s(])(?:\/|[A-Za-z]:[\\/])[^\s"',;()/\\]+[\\/][^\s"',;()]+)/gi;

/** The first line of a message of the engine's, without paths. Further ones are advice for people who write SQL. */
export function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? message).replace(namedFile, 'the file');
}

/** Whether the engine ended for lack of memory. */
export function isOutOfMemory(message: string): boolean {
  return message.startsWith('Out of Memory');
}
