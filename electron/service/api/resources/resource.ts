import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { BodyTimeouts } from '../bodies/body-deadline.ts';
import type { BodyMemory } from '../bodies/body-memory.ts';
import type { QueryParameter } from '../openapi/query-parameter.ts';
import type { PageDetails, PageForm, PagePaging } from '../pages/page-context.ts';
import type { CallerCredentials } from '../plugins/authentication.ts';
import type { Exchange } from '../plugins/exchange.ts';
import type { ForgeryCheck } from '../plugins/forgery.ts';
import { defaultRenderings, type Rendering } from '../plugins/negotiation.ts';
import type { ValidBody } from '../plugins/validation.ts';

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The order of the methods in `Allow`. */
export const verbs: readonly Verb[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Additional content of a browsable page; only created if a page is rendered. */
export interface PageExtras {
  readonly details?: PageDetails;
  readonly paging?: PagePaging;
  readonly forms?: readonly PageForm[];
}

interface AnswerHead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly page?: () => Promise<PageExtras>;
}

/** The result of a handler. */
export type Answer =
  | (AnswerHead & { readonly kind: 'record'; readonly record: unknown })
  | (AnswerHead & { readonly kind: 'json'; readonly json: Buffer })
  /** Any other body, described by its headers. */
  | (AnswerHead & { readonly kind: 'body'; readonly body: Buffer | string | NodeJS.ReadableStream })
  | (AnswerHead & { readonly kind: 'empty'; readonly status: number });

export interface Action<Target> {
  /** Parameters of the query, for the OpenAPI document; the handler reads them. */
  readonly parameters?: readonly QueryParameter[];
  /** Schema of the body; PATCH requires none of its fields. */
  readonly body?: TObject;
  /** Whether it needs a CSRF token even without a session (the log-in itself). */
  readonly guarded?: boolean;
  /** Whether the handler reads the body from the request as a stream, whatever its media type. */
  readonly streamed?: boolean;
  /** Schema of a form that may contain a file to publish; the handler then reads the form from the request. */
  readonly fileForm?: TObject;
  /** Schemas of successful responses by status; null for one without a JSON body. */
  readonly answers: Readonly<Record<number, TSchema | null>>;
  /** Statuses of errors besides those of every resource, for the documentation. */
  readonly failures?: readonly number[];
  handle(exchange: Exchange, target: Target, body: ValidBody, reply: FastifyReply): Promise<Answer>;
}

export interface Resource<Target> {
  /** Pattern of the path, ending with a slash. */
  readonly path: string;
  /** Name in the response to OPTIONS and in the title of its page. */
  readonly name: string;
  readonly description: string;
  readonly tag: string;
  /** What each method does, for the OpenAPI document. */
  readonly summaries: Readonly<Partial<Record<Verb, string>>>;
  readonly renderings?: readonly Rendering[];
  /** Whether it is sent as a file: `_format` selects the format, and the HTML page only by name. */
  readonly attachment?: boolean;
  /** Accepted media types of bodies, if not the usual ones. */
  readonly parses?: readonly string[];
  /** Whether its unsafe methods are allowed without credentials (the token endpoint). */
  readonly open?: boolean;
  /** Capabilities beyond the specification, by name, for the response to OPTIONS. */
  readonly extensions?: Readonly<Record<string, object>>;
  /** Finds the object at the address. @throws {ApiError} 404; 401 or 403 if the caller may not read it */
  find(exchange: Exchange): Promise<Target>;
  /** Whether the caller may read this object; called after `find` and the check of the method. */
  mayRead?(exchange: Exchange, target: Target): boolean;
  /** Whether the caller may use unsafe methods on the object; called after `find`. */
  mayWrite?(exchange: Exchange, target: Target): boolean;
  readonly actions: Readonly<Partial<Record<Verb, Action<Target>>>>;
}

/** A resource that can only be read. */
export function readOnly<Target>(
  about: Omit<Resource<Target>, 'find' | 'actions'>,
  find: Resource<Target>['find'],
  read: Action<Target>,
): Resource<Target> {
  return { ...about, find, actions: { GET: read } };
}

/** Replaces what is at an address by PUT, or the fields that are sent by PATCH. */
export function rewriting<Target>(
  body: TObject,
  answer: TSchema,
  rewrite: (exchange: Exchange, target: Target, body: ValidBody, isWhole: boolean) => Promise<Answer>,
): Readonly<Record<'PUT' | 'PATCH', Action<Target>>> {
  const action = (isWhole: boolean): Action<Target> => ({
    body,
    answers: { 200: answer },
    failures: [415],
    handle: (exchange, target, sent) => rewrite(exchange, target, sent, isWhole),
  });
  return { PUT: action(true), PATCH: action(false) };
}

/** A method without its handler, for its documentation. */
export type DocumentedAction = Omit<Action<never>, 'handle'>;

/** A resource without its target and handlers, for its documentation and its responses. */
export type AnyResource = Omit<Resource<never>, 'find' | 'actions'> & {
  readonly actions: Readonly<Partial<Record<Verb, DocumentedAction>>>;
};

export function renderingsOf({
  renderings = defaultRenderings,
}: Pick<AnyResource, 'renderings'>): readonly Rendering[] {
  return renderings;
}

/** Whether the handler reads the body of a request itself. */
export function readsBodyItself<Target>(action: Action<Target>, request: FastifyRequest): boolean {
  return action.streamed === true || (action.fileForm !== undefined && isFileForm(request));
}

/** Whether a request has a form that may contain files. */
export function isFileForm({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

/** The methods that a resource permits, in the order of the specification. */
export function allowedMethods(resource: AnyResource): string[] {
  const named = verbs.filter((verb) => resource.actions[verb] !== undefined);
  return [...named, ...(resource.actions.GET === undefined ? [] : ['HEAD']), 'OPTIONS'];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The results of the checks so far; null before the first one. */
    exchange: Exchange | null;
    /** The object at the address, once found. */
    target: unknown;
  }
  interface FastifyContextConfig {
    resource?: AnyResource;
  }
}

/** What routes need from the application that they are registered in. */
export interface ResourceHost {
  readonly app: FastifyInstance;
  readonly timeouts: BodyTimeouts;
  readonly bodies: BodyMemory;
  /** Filled with the registered resources, for the OpenAPI document. */
  readonly described: AnyResource[];
  readonly authenticate: (request: FastifyRequest) => Promise<CallerCredentials>;
  /** Verifies the CSRF token of a request with a session. @throws 403 */
  readonly checkForgery: ForgeryCheck;
  /** Resolves when the sidecar records of a change are written. */
  readonly settled: () => Promise<void>;
  readonly changeAlone: ChangeAlone;
}

/** Changes something by its path while nothing else changes it. */
export type ChangeAlone = <Result>(path: string, change: () => Promise<Result>) => Promise<Result>;

/** Changes of a path take place one after the other in this service. @param alone does so among all nodes */
export function changeTurns(alone: ChangeAlone): ChangeAlone {
  /** The last pending change of each path: the next one starts when it has ended. */
  const pending = new Map<string, Promise<unknown>>();
  return async (path, change) => {
    const own = (pending.get(path) ?? Promise.resolve()).then(() => alone(path, change));
    const settled = own.catch(() => undefined);
    pending.set(path, settled);
    try {
      return await own;
    } finally {
      if (pending.get(path) === settled) pending.delete(path);
    }
  };
}
