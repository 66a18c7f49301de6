import { say } from '#shared/sentences/say.ts';
import { ServiceError } from '../errors.ts';
import { type Exact, parseExactly } from '../exact-json.ts';
import type { Incoming } from './exchange.ts';
import { oneLine } from './explain-status.ts';

/**
 * Reads the text of an answer as JSON. JSON between systems is UTF-8 whatever a header says of it (RFC 8259, 8.1), and
 * bytes that are not would reach cells and files as other characters: they are refused.
 * @param text what the answer stands for: its own text, or the one that was kept of an earlier answer.
 * @param quotable takes secrets out of a text before it is quoted in an error; null where nothing may be quoted.
 * @throws {ServiceError} `web-page`, `cut-off` or `malformed`
 */
export function readJson(
  text: string,
  incoming: Pick<Incoming, 'header' | 'bytes' | 'isUtf8'>,
  address: URL,
  quotable: ((text: string) => string) | null,
): Exact {
  const where = `${address.origin}${address.pathname}`;
  let value: Exact;
  try {
    value = parseExactly(text);
  } catch (cause) {
    // The parser's own error quotes the answer, which may hold anything: it is not passed on.
    const { code, message } = explain(text, incoming.header('content-type'), address.host, cause, quotable);
    throw new ServiceError({ code, message, where, retry: true });
  }
  if (incoming.isUtf8) return value;
  const message = say('not-utf8', { address: where, position: firstUndecodable(incoming.bytes) });
  throw new ServiceError({ code: 'malformed', message, where });
}

/** Position of the first byte that is no UTF-8, from 0. */
function firstUndecodable(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'));
  const at = again.findIndex((byte, position) => byte !== bytes[position]);
  return at < 0 ? again.length : at;
}

function explain(
  text: string,
  type: string | undefined,
  host: string,
  cause: unknown,
  quotable: ((text: string) => string) | null,
): { readonly code: 'web-page' | 'cut-off' | 'malformed'; readonly message: string } {
  if (/html/i.test(type ?? '') || /^\s*<(!doctype|html)/i.test(text)) {
    return {
      code: 'web-page',
      message: say('web-page', { host }),
    };
  }
  if (text.trim() === '') return { code: 'malformed', message: say('answer-empty', { host }) };
  if (endsEarly(text, cause)) {
    return { code: 'cut-off', message: say('answer-cut-off', { host }) };
  }
  const start = quotable === null ? '' : oneLine(quotable(text).slice(0, 60));
  return {
    code: 'malformed',
    message: start === '' ? say('answer-no-json', { host }) : say('answer-no-json-but', { host, said: start }),
  };
}

/** Whether the parser was content up to the very end, and only missed the rest. */
function endsEarly(text: string, cause: unknown): boolean {
  if (!(cause instanceof SyntaxError)) return false;
  const position = /position (\d+)/.exec(cause.message)?.[1];
  return (
    /end of JSON|Unterminated/i.test(cause.message) ||
    (position !== undefined && Number(position) >= text.trimEnd().length)
  );
}
