import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { mediaFolder } from '../images/store-image.ts';

/** Serves the stored images under `/media/`: files of random names that never change. */
export async function registerMedia(app: FastifyInstance, dataFolder: string): Promise<void> {
  const root = path.join(dataFolder, mediaFolder);
  await mkdir(root, { recursive: true });
  await app.register(fastifyStatic, {
    root,
    prefix: '/media/',
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
}
