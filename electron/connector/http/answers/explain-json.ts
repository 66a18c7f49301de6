import { type Explanation, explain } from '#shared/failures.ts';
import { LossyJsonError } from '../../cells/exact-json.ts';
import { ServiceError } from '../../errors.ts';
import type { Incoming } from '../exchange.ts';
import { oneLine } from './explain-status.ts';

/** Removes secrets from a text before an error quotes it; null if nothing may be quoted. */
export type Quotable = ((text: string) => string) | null;

/** Explains why the text of an answer could not be parsed: `web-page`, `cut-off` or `malformed`. */
export function explainUnparsed(
  cause: unknown,
  text: string,
  { header }: Pick<Incoming, 'header'>,
  address: URL,
  quotable: Quotable,
): ServiceError {
  const where = placeOf(address);
  if (cause instanceof LossyJsonError) {
    return new ServiceError('malformed', explainLoss(cause, where, quotable), where);
  }
  // The parser's own error quotes the answer, which may contain anything, so it is not passed on.
  const { kind, reason } = explainText(text, header('content-type'), address.host, cause, quotable);
  return new ServiceError(kind, reason, where, { retry: true });
}

/** Explains where an answer is not UTF-8. */
export function explainNotUtf8({ bytes }: Pick<Incoming, 'bytes'>, address: URL): ServiceError {
  const where = placeOf(address);
  const reason = explain('not-utf8', { address: where, position: firstUndecodable(bytes) });
  return new ServiceError('malformed', reason, where);
}

/** An address without its query, which may be long. */
function placeOf({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

function explainLoss({ kind, detail }: LossyJsonError, address: string, quotable: Quotable): Explanation {
  if (kind === 'repeated-member') {
    const name = quotable === null ? '…' : oneLine(quotable(detail).slice(0, 60));
    return explain('answer-repeated-member', { address, name });
  }
  if (kind === 'too-deep') return explain('answer-too-deep', { address, limit: Number(detail) });
  return explain(kind === 'half-character' ? 'answer-half-character' : 'answer-number-too-large', { address });
}

/** Position of the first byte that is not UTF-8, from 0. */
function firstUndecodable(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'));
  const at = again.findIndex((byte, position) => byte !== bytes[position]);
  return at < 0 ? again.length : at;
}

function explainText(
  text: string,
  type: string | undefined,
  host: string,
  cause: unknown,
  quotable: Quotable,
): { readonly kind: 'web-page' | 'cut-off' | 'malformed'; readonly reason: Explanation } {
  if (/html/i.test(type ?? '') || /^\s*<(!doctype|html)/i.test(text)) {
    return {
      kind: 'web-page',
      reason: explain('web-page', { host }),
    };
  }
  if (text.trim() === '') return { kind: 'malformed', reason: explain('answer-empty', { host }) };
  if (endsEarly(text, cause)) {
    return { kind: 'cut-off', reason: explain('answer-cut-off', { host }) };
  }
  const start = quotable === null ? '' : oneLine(quotable(text).slice(0, 60));
  return {
    kind: 'malformed',
    reason: start === '' ? explain('answer-no-json', { host }) : explain('answer-no-json-but', { host, said: start }),
  };
}

/** Length of a text without trailing JSON white space. */
function contentLength(text: string): number {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

/** Whether the text is valid JSON as far as it goes, but truncated. */
function endsEarly(text: string, cause: unknown): boolean {
  if (!(cause instanceof SyntaxError)) return false;
  const position = /position (\d+)/.exec(cause.message)?.[1];
  return (
    /end of JSON|Unterminated/i.test(cause.message) ||
    (position !== undefined && Number(position) >= contentLength(text))
  );
}
