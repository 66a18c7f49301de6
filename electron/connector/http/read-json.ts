import { say } from '#shared/sentences/say.ts';
import { ServiceError } from '../errors.ts';
import { type Exact, parseExactly } from '../exact-json.ts';
import { oneLine } from './explain-status.ts';

/**
 * Reads the text of an answer as JSON.
 * @param quotable takes secrets out of a text before it is quoted in an error; null where nothing may be quoted.
 * @throws {ServiceError} `web-page`, `cut-off` or `malformed`
 */
export function readJson(
  text: string,
  type: string | undefined,
  address: URL,
  quotable: ((text: string) => string) | null,
): Exact {
  try {
    return parseExactly(text);
  } catch (cause) {
    // The parser's own error quotes the answer, which may hold anything: it is not passed on.
    const { code, message } = explain(text, type, address.host, cause, quotable);
    throw new ServiceError({ code, message, where: `${address.origin}${address.pathname}`, retry: true });
  }
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
