import type { FastifyReply, FastifyRequest } from 'fastify';
import { RemovedVersionError } from '../../store/row-store.ts';
import { type ParsedBody, readBody } from '../bodies/body-parsers.ts';
import { lastValue } from '../bodies/query-pairs.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { type ValidBody, validBody } from '../plugins/validation.ts';
import { changeRecord, tagged } from './conditional.ts';
import { exchangeOf } from './request-checks.ts';
import { type Action, type Answer, type Resource, readsBodyItself, type Verb } from './resource.ts';
import type { ResourceHost } from './resource-host.ts';

const noBody: ValidBody = { fields: {}, files: new Map(), isForm: false };

/** Handles a method that only reads. */
export function readHandler<Target>(host: ResourceHost, resource: Resource<Target>, action: Action<Target>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const exchange = exchangeOf(request);
    const read = (target: Target) => action.handle(exchange, target, noBody, reply);
    const answer = await read(request.target as Target).catch(async (error: unknown) => {
      if (!(error instanceof RemovedVersionError)) throw error;
      // The address now identifies an older version, or nothing.
      return await read(await resource.find(exchange));
    });
    return await host.send(request, reply, tagged(resource, exchange, answer));
  };
}

/** Handles a method that may change something: reads the body, checks the CSRF token, validates the fields. */
export function writeHandler<Target>(
  host: ResourceHost,
  resource: Resource<Target>,
  verb: Verb,
  action: Action<Target>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const exchange = exchangeOf(request);
    const target = request.target as Target;
    if (readsBodyItself(action, request)) {
      const answer = await action.handle(exchange, target, noBody, reply);
      await host.settled();
      const isForm = request.isMultipart() && exchange.negotiated.rendering.format === 'api';
      return await host.send(request, reply, isForm ? leadOn(exchange, verb, answer) : answer);
    }
    const parsed = await readBody(request);
    if (exchange.session !== null || action.guarded === true) {
      await host.checkForgery(request, reply, forgeryToken(parsed));
    }
    const body = action.body === undefined ? noBody : validBody(action.body, parsed, verb === 'PATCH');
    const answer = await changeRecord(resource, exchange, reply, noBody, () =>
      action.handle(exchange, target, body, reply),
    );
    await host.settled();
    const isPage = parsed.kind === 'form' && exchange.negotiated.rendering.format === 'api';
    return await host.send(request, reply, isPage ? leadOn(exchange, verb, answer) : answer);
  };
}

/** The CSRF token of a form. */
function forgeryToken(body: ParsedBody): string | null {
  return body.kind === 'form' ? lastValue(body.fields, '_csrf') : null;
}

/** After a form the browser is redirected to the result, so that reloading does not send it again. */
function leadOn(exchange: Exchange, verb: Verb, answer: Answer): Answer {
  const parent = exchange.address.slice(0, exchange.address.lastIndexOf('/', exchange.address.length - 2) + 1);
  const leadsOnAlready = (answer.status ?? 200) >= 300;
  if (leadsOnAlready || (verb === 'POST' && answer.headers?.Location === undefined)) return answer;
  const own = answer.kind === 'record' ? (answer.record as { url?: string }).url : undefined;
  const location = answer.headers?.Location ?? (verb === 'DELETE' ? listOf(parent) : (own ?? exchange.address));
  return { kind: 'empty', status: 303, headers: { Location: location } };
}

/** A version is removed from `version/<slug>/`, but the list of them is `versions/`. */
function listOf(parent: string): string {
  return parent.endsWith('/version/') ? `${parent.slice(0, -'version/'.length)}versions/` : parent;
}
