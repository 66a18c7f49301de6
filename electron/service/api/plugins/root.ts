import type { FastifyInstance } from 'fastify';
import { browsable, defaultRenderings, negotiate } from './negotiation.ts';

/**
 * Redirects from the address of the service itself, which people paste into a browser: browsers to the page of
 * namespaces, and programs to the versions of the API. The location is relative, so that it also fits below the path of
 * a proxy.
 */
export function registerRoot(app: FastifyInstance): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async ({ headers }, reply) => {
      const negotiated = negotiate(defaultRenderings, null, headers.accept);
      const isPage = negotiated.kind === 'chosen' && negotiated.rendering === browsable;
      return reply.header('Vary', 'Accept').redirect(isPage ? 'api/v1/namespaces/' : 'api/');
    },
  });
}
