import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, tableFile, tableRows } from '../table.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The label of the table's dataset, by which it stands in the catalogue. */
export const tableLabel = 'The table of the benchmarks';

/** A data folder with the benchmarks' table published in it; filled at the first call. @returns also the stored file */
export async function publishedTable(): Promise<{ readonly folder: string; readonly parquet: string }> {
  const folder = path.join(cacheFolder, `published-${tableRows}`);
  const noted = path.join(folder, 'published');
  if (!existsSync(noted)) {
    rmSync(folder, { recursive: true, force: true });
    const file = await tableFile('csv', tableRows, 0);
    console.log(`publishing ${file}`);
    const words = ['publish', file, '--to', 'bench/table', '--label', tableLabel, '--data', folder];
    const { status } = spawnSync(process.execPath, [path.join(root, 'electron/cli.ts'), ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`The table could not be published: ${status}`);
    writeFileSync(noted, '');
  }
  const [parquet] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('data.parquet'))
    .map((name) => path.join(folder, name))
    .sort((one, other) => sizeOf(other) - sizeOf(one));
  if (parquet === undefined) throw new Error(`There is no stored file in ${folder}`);
  return { folder, parquet };
}

function sizeOf(file: string): number {
  return statSync(file).size;
}
