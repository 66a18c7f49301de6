import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCeph } from '../../build/scale/ceph.ts';
import { type ObjectKey, parseObjectAddress } from '../../electron/lib/objects/object-address.ts';
import { openObjectStore } from '../../electron/lib/objects/object-store.ts';
import { openRowStore } from '../../electron/service/store/open-row-store.ts';
import type { RowStore, StoredVersion } from '../../electron/service/store/row-store.ts';
import { everyRow } from '../../shared/row-query.ts';
import { interleaved, median, medianRatio, percentile, report, seconds, show, timed } from '../measure.ts';

/**
 * Pages of a version in object storage on a node without anything of it, and on one with its files, against one bare
 * ranged read of as many bytes; publishing against the same into a folder. Starts Ceph by itself.
 */
const rounds = Number(process.env.ALMANAC_BENCH_ROUNDS ?? 40);
const size = Number(process.env.ALMANAC_BENCH_ROWS ?? 1_000_000);
const pageRows = 100;

const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-objects-'));
const ceph = startCeph(join(folder, 'ceph'), 17_580);
const opened: RowStore[] = [];
try {
  const { ALMANAC_TEST_OBJECTS: text = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = ceph.environment;
  const key: ObjectKey = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const address = parseObjectAddress(text);
  const store = openObjectStore(address, key);
  const open = async (name: string, prepareAlways: boolean, over = true) => {
    const rows = await openRowStore(join(folder, name), {
      prepareAlways,
      ...(over ? { objects: { address, key } } : {}),
      log: (message, error) => console.log(message, error),
    });
    opened.push(rows);
    return rows;
  };
  const csv = join(folder, 'rows.csv');
  const line = (id: number) =>
    `${id},name ${(id * 7919) % size},${(id % 977) / 8},${(id * 31) % 1009},some words that make the row as long as usual\n`;
  await writeFile(csv, `id,name,size,grp,note\n${Array.from({ length: size }, (_, id) => line(id)).join('')}`);

  const writer = await open('writer', true);
  const embedded = await open('embedded', false, false);
  const publish = (rows: RowStore) => rows.ingest(`v${process.hrtime.bigint()}`, { path: csv, format: 'csv' }, {}, {});
  const published = await interleaved(3, { embedded: () => publish(embedded), objects: () => publish(writer) });
  report({
    name: 'Publishing into object storage / into a folder',
    measured: medianRatio(published.objects, published.embedded),
    unit: '×',
    bound: 1.5,
    detail: `${seconds(median(published.objects))} and ${seconds(median(published.embedded))}, ${size} rows`,
  });
  const version = await publish(writer);
  await writer.prepare(version, {});
  while ((await store.readWhole(`versions/${version.key}/rows-1.idx`)) === null)
    await new Promise((r) => setTimeout(r, 100));

  const page = (rows: RowStore, offset: number, of: StoredVersion = version) =>
    rows.page(of, everyRow, offset, pageRows);
  const offsetOf = (round: number) => (round * 7919 * 131) % (size - pageRows);
  const bytes = (await page(writer, offsetOf(1))).json.length;
  const bare = (offset: number) => store.read(`versions/${version.key}/rows-1.bin`, offset, offset + bytes);
  const times = { bare: [] as number[], cold: [] as number[], known: [] as number[], warm: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const cold = await open(`cold-${round}`, false);
    // The connection is open, but nothing of the version was read.
    await cold.assertReachable();
    const offset = offsetOf(round);
    times.bare.push(await timed(() => bare(offset * 60)));
    times.cold.push(await timed(() => page(cold, offset)));
    times.known.push(await timed(() => page(cold, (offset + 300) % (size - pageRows))));
    times.warm.push(await timed(() => page(writer, offset)));
    await cold.close();
    opened.splice(opened.indexOf(cold), 1);
  }
  const against = (name: string, measured: readonly number[], bound: number) =>
    report({
      name,
      measured: median(measured) / median(times.bare),
      unit: '×',
      bound,
      detail: `median ${show(median(measured))} ms (p95 ${show(percentile(measured, 0.95))}), bare read ${show(median(times.bare))} ms (p95 ${show(percentile(times.bare, 0.95))}), ${bytes} bytes`,
    });
  against('First page of a version on a cold node / one bare ranged read', times.cold, 3);
  against('Next page nearby on a cold node / one bare ranged read', times.known, 2);
  against('Page on a node with the files / one bare ranged read', times.warm, 1);
  await store.close();
} finally {
  for (const rows of opened) await rows.close();
  ceph.stop();
  await rm(folder, { recursive: true, force: true });
}
