import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../deps.ts';
import { mediaFolder } from '../images/image-store.ts';
import { notFound } from './api-error.ts';

const prefix = '/media/';

/** What an image may be called: nothing else is looked for. */
const imageName = /^images\/(?:showcase\/|thumb\/)?[0-9a-f]{24}\.(?:png|jpg|webp)$/;

/**
 * Serves the stored images under `/media/`: files of random names that never change. Each is checked before it is sent:
 * an image that an accident has emptied or altered is not there, which the log says.
 */
export async function registerMedia(
  app: FastifyInstance,
  { dataFolder, images, log }: Pick<ServiceDeps, 'dataFolder' | 'images' | 'log'>,
): Promise<void> {
  await app.register(async (media) => {
    media.addHook('onRequest', async (request) => {
      const name = (request.url.split('?')[0] ?? '').slice(prefix.length);
      const state = imageName.test(name) ? await images.state(name) : 'missing';
      if (state === 'damaged')
        log.error({ file: `${mediaFolder}/${name}` }, 'A stored image is damaged and not served.');
      if (state !== 'intact') throw notFound();
    });
    await media.register(fastifyStatic, {
      root: path.join(dataFolder, mediaFolder),
      prefix,
      index: false,
      dotfiles: 'deny',
      decorateReply: false,
      immutable: true,
      maxAge: '365d',
      setHeaders: (response) => {
        response.header('X-Content-Type-Options', 'nosniff');
        response.header('Content-Security-Policy', "default-src 'none'; sandbox");
      },
    });
  });
}
