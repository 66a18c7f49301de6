import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Row } from '#shared/cell.ts';
import { everyRow } from '#shared/row-query.ts';
import { everything, openForTest } from '../testing/source-suite.ts';
import { startVariant } from '../testing/variant-service.ts';
import { openPageCache, type PageCache } from './page-cache.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it.each(['offset', 'number', 'cursor', 'none'] as const)(
  'rows that were read by pages of the kind "%s" are held by the page cache alone',
  async (paging) => {
    const service = await startVariant({ paging });
    const stored = await openPageCache(null);
    const rowsRead: WeakRef<Row>[] = [];
    const cache: PageCache = {
      ...stored,
      openPages() {
        const pages = stored.openPages();
        return {
          ...pages,
          put(start, rows, where) {
            for (const row of rows) rowsRead.push(new WeakRef(row));
            return pages.put(start, rows, where);
          },
        };
      },
    };
    const opened = await openForTest(service.url, undefined, {}, undefined, cache);
    try {
      for (const offset of [0, 200]) await opened.source.rows(everything).read(everyRow, offset, 10);
      expect(rowsRead.length).toBeGreaterThan(0);
      await expect
        .poll(() => {
          collectGarbage();
          return rowsRead.filter((row) => row.deref() !== undefined).length;
        })
        .toBe(0);
    } finally {
      await opened.close();
      await service.close();
    }
  },
);
