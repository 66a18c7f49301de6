import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ObjectKey, parseObjectAddress } from '../../electron/lib/objects/object-address.ts';
import { ObjectStore } from '../../electron/lib/objects/object-store.ts';
import type { StoredVersion } from '../../electron/service/files/stored-version.ts';
import { openRowStore } from '../../electron/service/opening/open-row-store.ts';
import type { RowStore } from '../../electron/service/rows/row-store.ts';
import { startCeph } from '../../qa/cluster/ceph.ts';
import { everyRow } from '../../shared/row-query.ts';
import { interleaved, median, medianRatio, percentile, report, seconds, show, timed } from '../measure.ts';

/**
 * First and later pages of versions in object storage on a node that has nothing of them, and on the one that has their
 * files, against one bare ranged read of as many bytes; publishing against the same into a folder. Starts Ceph by itself.
 */
const versionsRead = Number(process.env.ALMANAC_BENCH_ROUNDS ?? 40);
const size = Number(process.env.ALMANAC_BENCH_ROWS ?? 1_000_000);
/** Rows of each version whose pages are read. */
const readSize = 40_000;
const pageRows = 100;

const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-objects-'));
const ceph = startCeph(join(folder, 'ceph'), 17_580);
const opened: RowStore[] = [];
try {
  const { ALMANAC_TEST_OBJECTS: text = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = ceph.environment;
  const key: ObjectKey = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const address = parseObjectAddress(text);
  const store = new ObjectStore(address, key);
  const open = async (name: string, prepareAlways: boolean, over = true) => {
    const rows = await openRowStore(join(folder, name), {
      prepareAlways,
      ...(over ? { objects: { address, key } } : {}),
      log: (message, error) => console.log(message, error),
    });
    opened.push(rows);
    return rows;
  };
  const csvOf = async (name: string, rows: number) => {
    const path = join(folder, name);
    const line = (id: number) =>
      `${id},name ${(id * 7919) % rows},${(id % 977) / 8},${(id * 31) % 1009},some words that make the row as long as usual\n`;
    await writeFile(path, `id,name,size,grp,note\n${Array.from({ length: rows }, (_, id) => line(id)).join('')}`);
    return path;
  };
  const publish = (rows: RowStore, path: string) =>
    rows.ingest(`v${process.hrtime.bigint()}`, { path, format: 'csv' }, {}, {});

  const [writer, embedded] = [await open('writer', false), await open('embedded', false, false)];
  const large = await csvOf('large.csv', size);
  const published = await interleaved(5, {
    embedded: () => publish(embedded, large),
    objects: () => publish(writer, large),
  });
  report({
    name: 'Publishing into object storage / into a folder',
    measured: medianRatio(published.objects, published.embedded),
    unit: '×',
    bound: 1.5,
    detail: `${seconds(median(published.objects))} and ${seconds(median(published.embedded))}, ${size} rows`,
  });

  const small = await csvOf('small.csv', readSize);
  const versions: StoredVersion[] = [];
  for (let at = 0; at < versionsRead; at += 1) {
    const version = await publish(writer, small);
    await writer.open(version).prepare({});
    versions.push(version);
  }
  const indexOf = ({ key }: StoredVersion) => `versions/${key}/rows-1.idx`;
  for (const version of versions) while ((await store.readWhole(indexOf(version))) === null) await sleep(100);

  const cold = await open('cold', false);
  const page = (rows: RowStore, version: StoredVersion, offset: number) =>
    rows.open(version).page(everyRow, offset, pageRows);
  const bytes = (await page(writer, versions[0] as StoredVersion, 5000)).json.length;
  const times = { bare: [] as number[], cold: [] as number[], known: [] as number[], warm: [] as number[] };
  for (const [round, version] of versions.entries()) {
    const offset = (round * 7919) % (readSize - pageRows);
    times.bare.push(
      await timed(() => store.read(`versions/${version.key}/rows-1.bin`, offset * 60, offset * 60 + bytes)),
    );
    times.cold.push(await timed(() => page(cold, version, offset)));
    times.known.push(await timed(() => page(cold, version, (offset + 20_000) % (readSize - pageRows))));
    times.warm.push(await timed(() => page(writer, version, offset)));
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
  against('Later page of a version on a cold node / one bare ranged read', times.known, 2);
  against('Page on a node with the files / one bare ranged read', times.warm, 1);
  await store.close();
} finally {
  for (const rows of opened) await rows.close();
  ceph.stop();
  await rm(folder, { recursive: true, force: true });
}
