import { parentPort } from 'node:worker_threads';
import { type CopyPage, copierFor } from './copier.ts';
import { asBuffer, type CopyAnswer, type CopyRequest } from './copy-message.ts';

/** The worker thread that converts the pages of exports. */
const copiers = new Map<number, CopyPage | null>();

function post(answer: CopyAnswer, handedOver: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, handedOver);
}

function copy(work: number, id: number, page: Buffer): void {
  const taken = copiers.get(work)?.(page) ?? null;
  const memory = taken?.content.buffer;
  post({ kind: 'page', id, taken }, memory instanceof ArrayBuffer ? [memory] : []);
}

parentPort?.on('message', (request: CopyRequest) => {
  switch (request.kind) {
    case 'begin':
      return copiers.set(request.work, copierFor(request.setup.options, request.setup.query));
    case 'page':
      return copy(request.work, request.id, asBuffer(request.page));
    case 'end':
      return copiers.delete(request.work);
  }
});
post({ kind: 'ready' });
