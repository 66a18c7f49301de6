import type { IGetRowsParams } from 'ag-grid-community';
import { describe, expect, test } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import type { RowPage } from '#shared/rpc/records.ts';
import type { RowCount } from '../../backend/rows.ts';
import { createRowSource, type FailedPart } from './row-source.ts';

interface Read {
  readonly offset: number;
  readonly signal: AbortSignal;
  readonly answer: (page: Partial<RowPage>) => Promise<void>;
  readonly fail: (reason?: unknown) => Promise<void>;
}

/** Lets settled promises run: a message arrives after all of them. */
const settle = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

function setUp(view: readonly [number, number] | null = [0, 50]) {
  const reads: Read[] = [];
  const blocks: [start: number, rows: number, total: number | undefined][] = [];
  const counts: RowCount[] = [];
  /** How many blocks the grid had received, each time that rows were reported as drawn. */
  const drawn: number[] = [];
  let failed: readonly FailedPart[] = [];
  const state = { view, preparing: false };
  const source = createRowSource({
    inView: () => state.view,
    onRequested: () => {},
    onCount: (count) => counts.push(count),
    onDrawn: () => drawn.push(blocks.length),
    onFailures: (parts) => {
      failed = parts;
    },
    isPreparing: () => state.preparing,
    read: (offset, limit, signal) =>
      new Promise((resolve, reject) => {
        const rows = Array.from({ length: limit }, (_, index) => [offset + index]);
        reads.push({
          offset,
          signal,
          answer: async (page) => {
            resolve({ offset, rows, count: 10_000, last: false, version: null, ...page });
            await settle();
          },
          fail: async (reason = new Error('The line is dead.')) => {
            reject(reason);
            await settle();
          },
        });
      }),
  });
  const ask = (startRow: number) => {
    const params: Pick<IGetRowsParams, 'startRow' | 'endRow' | 'successCallback' | 'failCallback'> = {
      startRow,
      endRow: startRow + 100,
      successCallback: (rows, total) => blocks.push([startRow, rows.length, total]),
      failCallback: () => expect.unreachable('a block is never given up'),
    };
    source.getRows(params as IGetRowsParams);
  };
  return { source, reads, blocks, counts, drawn, state, ask, failed: () => failed };
}

describe('a row source', () => {
  test('delivers a block with the total row count', async () => {
    const { reads, blocks, counts, ask } = setUp();
    ask(0);
    await reads[0]?.answer({});
    expect({ blocks, counts }).toEqual({ blocks: [[0, 100, 10_000]], counts: [{ count: 10_000, exact: true }] });
  });

  test('reports rows as drawn once the grid has received them, and not if they could not be read', async () => {
    const { reads, drawn, ask } = setUp([0, 250]);
    ask(0);
    ask(100);
    expect(drawn).toEqual([]);
    await reads[1]?.fail();
    await reads[0]?.answer({});
    expect(drawn).toEqual([1]);
  });

  test('delivers blocks before the rows are counted, and keeps the count once it is known', async () => {
    const { source, reads, blocks, counts, ask } = setUp([0, 250]);
    source.counted(null, 0);
    ask(0);
    await reads[0]?.answer({ count: null });
    source.counted(null, 7000);
    ask(100);
    await reads[1]?.answer({ count: null });
    source.counted(9000, 9000);
    ask(200);
    await reads[2]?.answer({ count: null });
    expect(blocks.map(([, , total]) => total)).toEqual([undefined, undefined, 9000]);
    expect(counts).toEqual([
      { count: 100, exact: false },
      { count: 7000, exact: false },
      { count: 7000, exact: false },
      { count: 9000, exact: true },
      { count: 9000, exact: true },
    ]);
  });

  test('does not claim a count that the service does not report', async () => {
    const { reads, blocks, counts, ask } = setUp();
    ask(0);
    await reads[0]?.answer({ count: null });
    ask(100);
    await reads[1]?.answer({ count: null, last: true, rows: [[1], [2]] });
    expect({ blocks, counts }).toEqual({
      blocks: [
        [0, 100, undefined],
        [100, 2, 102],
      ],
      counts: [
        { count: 100, exact: false },
        { count: 102, exact: true },
      ],
    });
  });

  test('cancels blocks that a jump has left, and reads them when they become visible again', async () => {
    const { source, reads, state, ask } = setUp();
    ask(0);
    state.view = [5_000, 5_050];
    ask(5_000);
    expect(reads.map((read) => [read.offset, read.signal.aborted])).toEqual([
      [0, true],
      [5_000, false],
    ]);
    await reads[1]?.answer({});
    state.view = [0, 50];
    source.viewChanged();
    expect(reads.map((read) => read.offset)).toEqual([0, 5_000, 0]);
  });

  test('reads two blocks at once, the nearest first', async () => {
    const { reads, ask } = setUp([100, 150]);
    ask(0);
    ask(200);
    ask(100);
    expect(reads.map((read) => read.offset)).toEqual([0, 200]);
    await reads[0]?.answer({});
    expect(reads.map((read) => read.offset)).toEqual([0, 200, 100]);
  });

  test('asks again for rows that the service is still preparing', async () => {
    const { reads, blocks, state, ask, failed } = setUp([50_000, 50_050]);
    const late = new BackendFailure(failure('timeout', explain('gave-up-waiting', { host: 'example.org' })));
    state.preparing = true;
    ask(50_000);
    await reads[0]?.fail(late);
    expect([failed(), reads.map((read) => read.offset)]).toEqual([[], [50_000, 50_000]]);
    await reads[1]?.fail(late);
    await reads[2]?.answer({});
    expect([blocks, failed(), reads.length]).toEqual([[[50_000, 100, 10_000]], [], 3]);
    ask(50_100);
    await reads[3]?.fail();
    expect(failed().map(({ from }) => from)).toEqual([50_100]);
    state.preparing = false;
    ask(50_000);
    await reads[4]?.fail(late);
    expect(failed().map(({ from, failure }) => [from, failure.kind])).toContainEqual([50_000, 'timeout']);
  });

  test('reports the rows that failed, and reads them again', async () => {
    const { source, reads, blocks, ask, failed } = setUp();
    ask(0);
    await reads[0]?.fail();
    expect(failed().map(({ from, to, failure }) => [from, to, failure.values])).toEqual([
      [0, 100, { text: 'The line is dead.' }],
    ]);
    source.retry();
    await reads[1]?.answer({});
    expect([blocks, failed()]).toEqual([[[0, 100, 10_000]], []]);
  });

  test('does nothing after it was destroyed', async () => {
    const { source, reads, blocks, ask } = setUp();
    ask(0);
    source.destroy();
    await reads[0]?.answer({});
    expect([blocks, reads[0]?.signal.aborted]).toEqual([[], true]);
  });
});
