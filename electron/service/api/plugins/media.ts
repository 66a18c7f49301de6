import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsFor, isPublic, mayRead } from '../../catalogue/access/access.ts';
import { mediaFolder } from '../../catalogue/images/image-store.ts';
import { findImageOwner } from '../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../deps.ts';
import { denied, notFound } from './api-error.ts';
import type { CallerCredentials } from './authentication.ts';

const prefix = '/media/';

/** Valid image names: nothing else is looked up. */
const imageName = /^images\/(?:showcase\/|thumb\/)?[0-9a-f]{24}\.(?:png|jpg|webp)$/;

/** An image never changes under its random name, but access to it may. */
const openCaching = 'public, max-age=31536000, immutable';
const privateCaching = 'private, no-cache';

/**
 * Serves the stored images under `/media/`, each to those who may read its record: files with random names that never
 * change. Each is verified before it is sent: a damaged image is answered with 404, and logged.
 */
export async function registerMedia(
  app: FastifyInstance,
  { catalogue, dataFolder, images, log }: Pick<ServiceDeps, 'catalogue' | 'dataFolder' | 'images' | 'log'>,
  authenticate: (request: FastifyRequest) => Promise<CallerCredentials>,
): Promise<void> {
  await app.register(async (media) => {
    media.addHook('onRequest', async (request, reply) => {
      const name = (request.url.split('?')[0] ?? '').slice(prefix.length);
      const owner = imageName.test(name) ? await findImageOwner(catalogue.records, name) : null;
      if (owner === null) throw notFound();
      const { caller } = await authenticate(request);
      const { namespace, hidden } = owner;
      if (!mayRead(namespace, caller)) throw denied(caller);
      if (!existsFor({ hidden, provisional: false }, namespace, caller)) throw notFound();
      const state = await images.state(name);
      if (state === 'damaged')
        log.error({ file: `${mediaFolder}/${name}` }, 'A stored image is damaged and not served.');
      if (state !== 'intact') throw notFound();
      const isOpen = isPublic(namespace) && !hidden;
      reply.header('Cache-Control', isOpen ? openCaching : privateCaching);
      if (!isOpen) reply.header('Vary', 'Authorization, Cookie');
    });
    await media.register(fastifyStatic, {
      root: path.join(dataFolder, mediaFolder),
      prefix,
      index: false,
      dotfiles: 'deny',
      decorateReply: false,
      cacheControl: false,
      setHeaders: (response) => {
        response.header('X-Content-Type-Options', 'nosniff');
        response.header('Content-Security-Policy', "default-src 'none'; sandbox");
      },
    });
  });
}
