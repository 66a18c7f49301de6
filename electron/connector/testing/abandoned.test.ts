import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { openForTest } from './source-suite.ts';
import { startVariant } from './variant-service.ts';

const missing = { namespace: 'city', dataset: 'removed' };

it('cancelling a request for a missing record before it is sent does not crash the process', async () => {
  const waiting: ServerResponse[] = [];
  const service = await startVariant({
    intercept(_request, response, address) {
      if (!address.pathname.includes('/datasets/removed/')) return false;
      waiting.push(response);
      return true;
    },
  });
  const opened = await openForTest(service.url);
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const gone = AbortSignal.abort();
    await expect(opened.source.readDataset(missing, gone)).rejects.toMatchObject({ kind: 'aborted' });
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    for (const response of waiting) response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    const another = opened.source.readDataset({ ...missing, dataset: 'everything' });
    await expect(another).resolves.toMatchObject({ dataset: { slug: 'everything' } });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
    await opened.close();
    await service.close();
  }
});
