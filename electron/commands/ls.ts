import type { Namespace } from '#shared/api/records/namespace.ts';
import type { Failure } from '#shared/failures.ts';
import { printableCell } from '#shared/text/printable.ts';
import type { ListedCatalogue, ListedNamespace } from '../connector/catalogue/list-catalogue.ts';
import { type ListedPlace, readListedPlace } from './running/addresses/dataset-address.ts';
import { missingName } from './running/addresses/missing-dataset.ts';
import type { CommandAction } from './running/help/define-command.ts';
import type { AccessOptions } from './running/options.ts';
import { printRemark } from './running/output/print-result.ts';
import { alignedLines } from './running/output/rows-text.ts';
import { printedFailure } from './running/print-failure.ts';
import { jobExitCodes } from './running/run.ts';
import { withSource } from './running/with-source.ts';

interface ListOptions extends AccessOptions {
  /** Whether to count rows; by default only in a small catalogue. */
  readonly counts?: boolean;
}

/** `almanac ls`: lists the contents of a service, by default the local one. */
export const listAction: CommandAction = { run: list };

async function list(text: string | undefined, words: ListOptions): Promise<void> {
  const { json, counts = 'few' } = words;
  const place = readListedPlace(text, words.service);
  const print = ({ counted, ...catalogue }: ListedCatalogue, hasEnded: boolean) => {
    const { namespaces } = catalogue;
    process.stdout.write(json ? `${JSON.stringify(asPrinted(catalogue, hasEnded))}\n` : asTable(namespaces));
    if (!counted && counts === 'few' && !json) printRemark(notCounted);
    if (!namespaces.some(isIncomplete)) return;
    process.exitCode = jobExitCodes.incomplete;
    if (!json) process.stderr.write(`almanac: Some of the catalogue could not be read.\n${failuresOf(namespaces)}`);
  };
  await withSource(place.connection, words, async (source, endsWithCommand) => {
    const { listCatalogue } = await import('../connector/catalogue/list-catalogue.ts');
    print(await listCatalogue(source, { counts, select: (all) => selected(all, place) }), endsWithCommand);
  });
}

/** What a name selects. @throws {CommandFailure} naming what is missing */
function selected(all: readonly Namespace[], { connection, namespace: slug, dataset }: ListedPlace) {
  if (slug === null) return all;
  const namespace = all.find((one) => one.slug === slug);
  if (namespace === undefined) throw missingName(all, { connection, namespace: slug, dataset });
  if (dataset === null) return [namespace];
  const datasets = namespace.datasets.filter((one) => one.slug === dataset);
  if (datasets.length === 0) throw missingName(all, { connection, namespace: slug, dataset });
  return [{ ...namespace, datasets }];
}

/**
 * The catalogue with its failures in English.
 * @param hasEnded whether the service ends with this command: then nothing answers at its addresses
 */
function asPrinted(catalogue: Omit<ListedCatalogue, 'counted'>, hasEnded: boolean) {
  const printed = <Listed extends { readonly url: string; readonly failure?: Failure }>({
    failure,
    ...listed
  }: Listed) => ({
    ...listed,
    ...(hasEnded ? { url: null } : {}),
    ...(failure === undefined ? {} : { failure: printedFailure(failure) }),
  });
  const namespaces = catalogue.namespaces.map((namespace) =>
    printed({ ...namespace, datasets: namespace.datasets.map(printed) }),
  );
  return { address: hasEnded ? null : catalogue.address, namespaces };
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
      printableCell(dataset.hidden === true ? `${dataset.label} (hidden)` : dataset.label),
      dataset.rows?.toLocaleString('en') ?? unknown,
      String(dataset.columns),
      printableCell(dataset.version ?? unknown),
    ]),
  ]);
  const titles = ['NAME', 'LABEL', 'ROWS', 'COLUMNS', 'NEWEST VERSION'];
  return alignedLines([titles, ...lines], (at) => at === 2 || at === 3);
}
