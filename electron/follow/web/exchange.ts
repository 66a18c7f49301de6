import type { SourceSecret } from '#shared/rpc/calls/follow.ts';
import type { HttpAnswer, HttpRequest } from '../../lib/http/client.ts';

/** One request; a body is a question, which may be asked again. */
export type WebRequest = HttpRequest & { readonly signal: AbortSignal };

/** Reads an answer. @param secret the one that was sent, so that no error quotes it */
export type AnswerReader<Result> = (answer: HttpAnswer, secret: SourceSecret | null) => Promise<Result>;

/** Runs `read` on the answer to a request, within the host's turn. */
export type WebExchange = <Result>(request: WebRequest, read: AnswerReader<Result>) => Promise<Result>;
