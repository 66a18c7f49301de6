/** The engine's messages continue with advice for people who write SQL. */
export function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
