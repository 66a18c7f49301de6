import type { Command } from 'commander';
import type { ListedCatalogue, ListedNamespace } from '../connector/list-catalogue.ts';
import { takeLocalService, withLocalService } from '../local-service.ts';
import { placesFor } from '../places.ts';
import { type TokenChoice, tokenFor } from './job-session.ts';

interface ListOptions extends TokenChoice {
  readonly json?: boolean;
  readonly data?: string;
}

/** `almanac ls`: what a service holds, the local one where no address is given. */
export function addListCommand(program: Command): void {
  program
    .command('ls')
    .description('List namespaces, and datasets with their rows, columns and newest version.')
    .argument('[address]', 'address of a service (default: the local one)')
    .option('--token-from-keychain', 'sign in with the token that Almanac keeps for this service')
    .option('--token-env <name>', 'sign in with the token in this environment variable')
    .option('--json', 'print one JSON document instead of a table')
    .option('--data <folder>', 'folder of the local store (default: the application’s own)')
    .action(list);
}

async function list(address: string | undefined, { json, data, ...choice }: ListOptions): Promise<void> {
  const places = placesFor(data);
  const print = ({ namespaces, ...rest }: ListedCatalogue) => {
    process.stdout.write(json ? `${JSON.stringify({ ...rest, namespaces }, null, 2)}\n` : asTable(namespaces));
  };
  if (address !== undefined) return print(await read(address, await tokenFor(choice, places.config, address)));
  await withLocalService(
    () => takeLocalService(places.data),
    async (local) => {
      const { url, token } = await local.address();
      // Before the store is closed: that waits for other commands which work through this one.
      print(await read(url, token));
    },
  );
}

async function read(address: string, token: string | null): Promise<ListedCatalogue> {
  const [{ openService }, { listCatalogue }] = await Promise.all([
    import('../connector/open-service.ts'),
    import('../connector/list-catalogue.ts'),
  ]);
  const service = await openService(address, token);
  try {
    return await listCatalogue(service.source);
  } finally {
    await service.close();
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
