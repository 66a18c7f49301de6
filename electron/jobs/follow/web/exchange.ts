import type { Readable } from 'node:stream';
import type { SourceSecret } from '#shared/rpc/calls/follow.ts';

/** One request as it is sent. */
export interface WebRequest {
  readonly address: URL;
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Body of the request; null without one. */
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** The head of an answer, with its body still to be read. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The address after redirects. */
  readonly address: URL;
  readonly body: Readable;
}

/** Reads an answer. @param secret the one that was sent, so that no error quotes it */
export type AnswerReader<Result> = (answer: OpenAnswer, secret: SourceSecret | null) => Promise<Result>;

/** Runs `read` on the answer to a request, within the host's turn. */
export type Exchange = <Result>(request: WebRequest, read: AnswerReader<Result>) => Promise<Result>;
