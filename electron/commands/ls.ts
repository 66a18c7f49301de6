import type { Command } from 'commander';
import type { Limits } from '../connector/http/limits.ts';
import type { ListedCatalogue, ListedNamespace } from '../connector/list-catalogue.ts';
import { takeLocalService, withLocalService } from '../local-service.ts';
import { placesFor } from '../places.ts';
import { jobExitCodes } from './job-exit-codes.ts';
import { type ServiceChoice, tokenFor } from './job-session.ts';
import { withAdvice } from './print-failure.ts';
import { addWaitOptions, waitsOf } from './waiting.ts';

interface ListWords extends ServiceChoice {
  readonly json?: boolean;
  /** Undefined where neither was asked for. */
  readonly counts?: boolean;
  readonly data?: string;
}

/** `almanac ls`: what a service holds, the local one where no address is given. */
export function addListCommand(program: Command): void {
  const command = program
    .command('ls')
    .description('List namespaces, and datasets with their rows, columns and newest version.')
    .argument('[address]', 'address of a service (default: the local one)')
    .option('--token-from-keychain', 'sign in with the token that Almanac keeps for this service')
    .option('--token-env <name>', 'sign in with the token in this environment variable')
    .option('--json', 'print one JSON document instead of a table')
    .option('--counts', 'count the rows of every dataset, by a request each (default: of up to 20 datasets)')
    .option('--no-counts', 'count no rows')
    .option('--data <folder>', 'folder of the local store (default: the application’s own)');
  addWaitOptions(command).action(list);
}

async function list(address: string | undefined, words: ListWords): Promise<void> {
  const { json, data, counts = 'few' } = words;
  const places = placesFor(data);
  const print = ({ counted, ...catalogue }: ListedCatalogue) => {
    const { namespaces } = catalogue;
    process.stdout.write(json ? `${JSON.stringify(catalogue, null, 2)}\n` : asTable(namespaces));
    if (!counted && counts === 'few' && !json) process.stderr.write(notCounted);
    if (!namespaces.some(isIncomplete)) return;
    process.exitCode = jobExitCodes.incomplete;
    if (!json) process.stderr.write(`almanac: Some of it could not be read.\n${failuresOf(namespaces)}`);
  };
  if (address !== undefined) {
    return print(await read(address, await tokenFor(words, places.config, address), counts, waitsOf(words).limits));
  }
  await withLocalService(
    () => takeLocalService(places.data),
    async (local) => {
      const { url, token } = await local.address();
      // Before the store is closed: that waits for other commands which work through this one.
      print(await read(url, token, counts));
    },
  );
}

async function read(
  address: string,
  token: string | null,
  counts: boolean | 'few',
  limits: Partial<Limits> = {},
): Promise<ListedCatalogue> {
  const [{ openService }, { listCatalogue }] = await Promise.all([
    import('../connector/open-service.ts'),
    import('../connector/list-catalogue.ts'),
  ]);
  const service = await openService(address, token, limits);
  try {
    return await listCatalogue(service.source, { counts });
  } finally {
    await service.close();
  }
}

function isIncomplete({ failure, datasets }: ListedNamespace): boolean {
  return failure !== undefined || datasets.some((dataset) => dataset.failure !== undefined);
}

/** A line for each namespace and dataset that could not be read, with the reason. */
function failuresOf(namespaces: readonly ListedNamespace[]): string {
  return namespaces
    .flatMap(({ slug, failure, datasets }) => [
      { name: slug, failure },
      ...datasets.map((dataset) => ({ name: `${slug}/${dataset.slug}`, failure: dataset.failure })),
    ])
    .flatMap(({ name, failure }) => (failure === undefined ? [] : `  ${name}: ${withAdvice(failure).message}\n`))
    .join('');
}

const unknown = '–';

const notCounted =
  'almanac: The rows were not counted, as that takes a request for each dataset. Add --counts to have them counted.\n';

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
