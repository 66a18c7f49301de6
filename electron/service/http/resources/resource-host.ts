import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BodyTimeouts } from '../bodies/body-deadline.ts';
import type { BodyMemory } from '../bodies/body-memory.ts';
import type { DescribedResource } from '../openapi/described-resource.ts';
import type { Credentials } from '../plugins/authentication.ts';
import type { Exchange } from '../plugins/exchange.ts';
import type { ForgeryCheck } from '../plugins/forgery.ts';
import type { Rendering } from '../plugins/negotiation.ts';
import type { Answer } from './resource.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is known so far; null before the first check. */
    exchange: Exchange | null;
    /** What the address names, once it is found. */
    target: unknown;
  }
  interface FastifyContextConfig {
    /** The resource of a route. */
    resource?: RegisteredResource;
  }
}

/** What the answers of a resource need to know of it. */
export interface RegisteredResource {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly allow: string;
  readonly renderings: readonly Rendering[];
  readonly attachment: boolean;
}

/** What routes need from the application that they are registered in. */
export interface ResourceHost {
  readonly app: FastifyInstance;
  readonly methods: readonly string[];
  readonly timeouts: BodyTimeouts;
  readonly bodies: BodyMemory;
  /** Filled with what is registered, for the OpenAPI document. */
  readonly described: DescribedResource[];
  readonly authenticate: (request: FastifyRequest) => Promise<Credentials>;
  /** Checks what proves that a request under a session was meant. @throws 403 */
  readonly checkForgery: ForgeryCheck;
  /** Resolves when what was changed is written down beside the rows too. */
  readonly settled: () => Promise<void>;
  readonly send: (request: FastifyRequest, reply: FastifyReply, answer: Answer) => Promise<FastifyReply>;
}
