import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BodyTimeouts } from '../bodies/body-deadline.ts';
import type { BodyMemory } from '../bodies/body-memory.ts';
import type { CallerCredentials } from '../plugins/authentication.ts';
import type { Exchange } from '../plugins/exchange.ts';
import type { ForgeryCheck } from '../plugins/forgery.ts';
import type { ChangeAlone } from './change-turns.ts';
import type { AnyResource } from './resource.ts';

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
