import type { Message } from './write.ts';

/** A value as the body of a request. */
export function jsonBody(value: object): NonNullable<Message['body']> {
  return { type: 'application/json', content: JSON.stringify(value) };
}
