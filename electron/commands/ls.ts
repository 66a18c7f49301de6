import type { Command } from 'commander';
import { findService } from '../connector/find-service.ts';
import { noCredentials, openClient } from '../connector/http/client.ts';
import { type ListedCatalogue, type ListedNamespace, listCatalogue } from '../connector/list-catalogue.ts';
import { openPageCache } from '../connector/paging/page-cache.ts';
import { openSource } from '../connector/source.ts';
import { reachLocalService } from '../local-service.ts';
import { placesFor } from '../places.ts';

interface ListOptions {
  readonly json?: boolean;
  readonly data?: string;
}

/** `almanac ls`: what a service holds, the local one where no address is given. */
export function addListCommand(program: Command): void {
  program
    .command('ls')
    .description('List namespaces, and datasets with their rows, columns and newest version.')
    .argument('[address]', 'address of a service (default: the local one)')
    .option('--json', 'print one JSON document instead of a table')
    .option('--data <folder>', 'folder of the local store (default: the application’s own)')
    .action(list);
}

async function list(address: string | undefined, { json, data }: ListOptions): Promise<void> {
  const local = address === undefined ? await reachLocalService(placesFor(data).data) : null;
  try {
    const catalogue = await read(address ?? local?.url ?? '');
    process.stdout.write(json ? `${JSON.stringify(catalogue, null, 2)}\n` : asTable(catalogue.namespaces));
  } finally {
    await local?.close();
  }
}

async function read(address: string): Promise<ListedCatalogue> {
  const { layout } = await findService(address);
  const client = openClient(layout.base, noCredentials);
  const cache = await openPageCache(null);
  const source = openSource({ client, layout, cache, onChanged: () => undefined });
  try {
    return await listCatalogue(source);
  } finally {
    source.close();
    await Promise.all([client.close(), cache.close()]);
  }
}

const unknown = '–';

/** A table for people: a line a namespace, below it a line a dataset, numbers to the right. */
function asTable(namespaces: readonly ListedNamespace[]): string {
  if (namespaces.length === 0) return 'There are no namespaces here.\n';
  const lines = namespaces.flatMap(({ slug, label, datasets }) => [
    [slug, label, '', '', ''],
    ...datasets.map((dataset) => [
      `  ${dataset.slug}`,
      dataset.label,
      dataset.rows?.toLocaleString('en') ?? unknown,
      String(dataset.columns),
      dataset.version ?? unknown,
    ]),
  ]);
  const titles = ['NAME', 'LABEL', 'ROWS', 'COLUMNS', 'NEWEST VERSION'];
  const widths = titles.map((title, at) => Math.max(title.length, ...lines.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 2 || at === 3 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return `${[titles, ...lines].map(line).join('\n')}\n`;
}
