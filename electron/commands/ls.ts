import type { Command } from 'commander';
import type { Failure } from '#shared/failures.ts';
import { printableCell } from '#shared/text/printable.ts';
import { acquireStore, withStore } from '../backend/acquire-store.ts';
import type { ListedCatalogue, ListedNamespace } from '../connector/catalogue/list-catalogue.ts';
import type { Limits } from '../connector/http/limits.ts';
import { placesFor } from '../lib/app-paths.ts';
import { alignedLines } from './running/aligned-lines.ts';
import { jobExitCodes } from './running/job-exit-codes.ts';
import { type ServiceChoice, tokenFor } from './running/job-session.ts';
import { printedFailure } from './running/print-failure.ts';
import { addWaitOptions, waitsOf } from './running/waiting.ts';

interface ListOptions extends ServiceChoice {
  readonly json?: boolean;
  /** Undefined by default. */
  readonly counts?: boolean;
  readonly data?: string;
}

/** `almanac ls`: lists the contents of a service, by default the local one. */
export function addListCommand(program: Command): void {
  const command = program
    .command('ls')
    .description('List namespaces and datasets with row counts, columns and newest version.')
    .argument('[address]', 'address of a service (default: the local one)')
    .option('--token-from-keychain', 'sign in with the token stored in the keychain for this service')
    .option('--token-env <name>', 'sign in with the token from this environment variable')
    .option('--json', 'print JSON instead of a table')
    .option('--counts', 'count the rows of every dataset, one request each (default: for up to 20 datasets)')
    .option('--no-counts', 'do not count rows')
    .option('--data <folder>', 'data folder of the local store (default: the application’s)');
  addWaitOptions(command).action(list);
}

async function list(address: string | undefined, words: ListOptions): Promise<void> {
  const { json, data, counts = 'few' } = words;
  const places = placesFor(data);
  const print = ({ counted, ...catalogue }: ListedCatalogue) => {
    const { namespaces } = catalogue;
    process.stdout.write(json ? `${JSON.stringify(asPrinted(catalogue), null, 2)}\n` : asTable(namespaces));
    if (!counted && counts === 'few' && !json) process.stderr.write(notCounted);
    if (!namespaces.some(isIncomplete)) return;
    process.exitCode = jobExitCodes.incomplete;
    if (!json) process.stderr.write(`almanac: Some of the catalogue could not be read.\n${failuresOf(namespaces)}`);
  };
  if (address !== undefined) {
    return print(await read(address, await tokenFor(words, places.config, address), counts, waitsOf(words).limits));
  }
  await withStore(
    () => acquireStore(places.data),
    async (local) => {
      const { url, token } = await local.address();
      // Printed before the store is closed, because closing waits for other commands that use it through this process.
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
    import('../connector/discovery/open-service.ts'),
    import('../connector/catalogue/list-catalogue.ts'),
  ]);
  const service = await openService(address, token, limits);
  try {
    return await listCatalogue(service.source, { counts });
  } finally {
    await service.close();
  }
}

/** The catalogue with its failures in English. */
function asPrinted(catalogue: Omit<ListedCatalogue, 'counted'>) {
  const withFailure = <Listed extends { readonly failure?: Failure }>({ failure, ...listed }: Listed) =>
    failure === undefined ? listed : { ...listed, failure: printedFailure(failure) };
  const namespaces = catalogue.namespaces.map((namespace) =>
    withFailure({ ...namespace, datasets: namespace.datasets.map(withFailure) }),
  );
  return { ...catalogue, namespaces };
}

function isIncomplete({ failure, datasets }: ListedNamespace): boolean {
  return failure !== undefined || datasets.some((dataset) => dataset.failure !== undefined);
}

/** One line for each namespace and dataset that could not be read, with the reason. */
function failuresOf(namespaces: readonly ListedNamespace[]): string {
  return namespaces
    .flatMap(({ slug, failure, datasets }) => [
      { name: slug, failure },
      ...datasets.map((dataset) => ({ name: `${slug}/${dataset.slug}`, failure: dataset.failure })),
    ])
    .flatMap(({ name, failure }) =>
      failure === undefined ? [] : `  ${printableCell(name)}: ${printedFailure(failure).message}\n`,
    )
    .join('');
}

const unknown = '–';

const notCounted =
  'almanac: Rows were not counted, because that takes one request per dataset. Use --counts to count them.\n';

/** A human-readable table: one line per namespace, followed by one per dataset, numbers right-aligned. */
function asTable(namespaces: readonly ListedNamespace[]): string {
  if (namespaces.length === 0) return 'No namespaces.\n';
  const lines = namespaces.flatMap(({ slug, label, datasets }) => [
    [printableCell(slug), printableCell(label), '', '', ''],
    ...datasets.map((dataset) => [
      `  ${printableCell(dataset.slug)}`,
      printableCell(dataset.label),
      dataset.rows?.toLocaleString('en') ?? unknown,
      String(dataset.columns),
      printableCell(dataset.version ?? unknown),
    ]),
  ]);
  const titles = ['NAME', 'LABEL', 'ROWS', 'COLUMNS', 'NEWEST VERSION'];
  return alignedLines([titles, ...lines], (at) => at === 2 || at === 3);
}
