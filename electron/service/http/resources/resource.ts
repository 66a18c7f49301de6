import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { PageDetails, PageForm, PagePaging } from '../../pages/page-context.ts';
import type { QueryParameter } from '../openapi/query-parameter.ts';
import type { Exchange } from '../plugins/exchange.ts';
import type { Rendering } from '../plugins/negotiation.ts';
import type { ValidBody } from '../plugins/validation.ts';

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The order in which `Allow` names the methods. */
export const verbs: readonly Verb[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What a browsable page shows beside the answer; only asked for when a page is rendered. */
export interface PageExtras {
  readonly details?: PageDetails;
  readonly paging?: PagePaging;
  readonly forms?: readonly PageForm[];
  readonly breadcrumb?: string;
}

interface AnswerHead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly page?: () => Promise<PageExtras>;
}

/** What a handler gives back. */
export type Answer =
  /** A record, encoded by the schema of the route. */
  | (AnswerHead & { readonly kind: 'record'; readonly record: unknown })
  /** JSON that is encoded already. */
  | (AnswerHead & { readonly kind: 'json'; readonly json: Buffer })
  /** Any other body; its headers say what it is. */
  | (AnswerHead & { readonly kind: 'body'; readonly body: Buffer | string | NodeJS.ReadableStream })
  | (AnswerHead & { readonly kind: 'empty'; readonly status: number });

/** What one method of a resource does. */
export interface Action<Target> {
  readonly summary: string;
  /** Parameters of the query, for the OpenAPI document; reading them is the handler's. */
  readonly parameters?: readonly QueryParameter[];
  /** Schema of the body; PATCH requires none of its fields. */
  readonly body?: TObject;
  /** Needs the proof against forgery without a session too (the log-in itself). */
  readonly guarded?: boolean;
  /** The handler reads the body from the request itself: a stream, whatever its media type. */
  readonly streamed?: boolean;
  /** Schema of a form that may bring a file to be published: then the handler reads the form from the request itself. */
  readonly fileForm?: TObject;
  /** Schemas of the good answers by status; null for one without a JSON body. */
  readonly answers: Readonly<Record<number, TSchema | null>>;
  /** Statuses of the answers of bad cases beside those that every resource has, for the documentation. */
  readonly failures?: readonly number[];
  handle(exchange: Exchange, target: Target, body: ValidBody, reply: FastifyReply): Promise<Answer>;
}

/** A resource of the API: one path and what can be done there. */
export interface Resource<Target> {
  /** Pattern of the path, ending with a slash. */
  readonly path: string;
  /** As it stands in the answer to OPTIONS and in the title of its page. */
  readonly name: string;
  readonly description: string;
  readonly tag: string;
  readonly renderings?: readonly Rendering[];
  /** It is sent as a file: only `_format` chooses the format, and the explaining page only by name. */
  readonly attachment?: boolean;
  /** Media types of the bodies that are read, where they are not the usual ones. */
  readonly parses?: readonly string[];
  /** An unsafe method that is allowed without credentials (the token endpoint). */
  readonly open?: boolean;
  /** Capabilities beyond the specification, by name, for the answer to OPTIONS. */
  readonly extensions?: Readonly<Record<string, object>>;
  /** Finds what the address names. @throws {ApiError} 404; 401 or 403 if the caller may not read it */
  find(exchange: Exchange): Promise<Target>;
  /** Whether the caller may read this one of its kind; asked after `find`, and like it after the method is checked. */
  mayRead?(exchange: Exchange, target: Target): boolean;
  /** Whether the caller may use the unsafe methods on it; asked after `find`. */
  mayWrite?(exchange: Exchange, target: Target): boolean;
  readonly actions: Readonly<Partial<Record<Verb, Action<Target>>>>;
}

/** Whether the handler reads the body of a request by itself. */
export function readsBodyItself<Target>(action: Action<Target>, request: FastifyRequest): boolean {
  return action.streamed === true || (action.fileForm !== undefined && isFileForm(request));
}

/** Whether a request brings a form that may hold files. */
export function isFileForm({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

/** The methods that a resource permits, in the order of the specification. */
export function allowedMethods(resource: Pick<Resource<never>, 'actions'>): string[] {
  const named = verbs.filter((verb) => resource.actions[verb] !== undefined);
  return [...named, ...(resource.actions.GET === undefined ? [] : ['HEAD']), 'OPTIONS'];
}
