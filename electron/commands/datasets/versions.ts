import { splitList } from '#shared/row-query.ts';
import type { DifferingRow } from '#shared/rpc/calls/insight.ts';
import { printableCell } from '#shared/text/printable.ts';
import type { Differences } from '../../connector/catalogue/differences.ts';
import { readDatasetAddress } from '../running/addresses/dataset-address.ts';
import type { CommandAction } from '../running/help/define-command.ts';
import type { AccessOptions } from '../running/options.ts';
import { printResult } from '../running/output/print-result.ts';
import { alignedLines, rowsLine, rowsText } from '../running/output/rows-text.ts';
import { rowCount } from '../running/row-count.ts';
import { CommandFailure, UsageFailure } from '../running/run.ts';
import { withDataset } from '../running/with-source.ts';

interface DiffOptions extends AccessOptions {
  readonly key?: readonly string[];
  readonly limit: number;
}

/** `almanac versions`: lists the versions of a dataset. */
export const versionsAction: CommandAction = { run: versions };

async function versions(address: string, options: AccessOptions): Promise<void> {
  const named = readDatasetAddress(address, options.service);
  const { authorIn, noteIn } = await import('#shared/version-metadata.ts');
  await withDataset(named, options, async (source) => {
    const { dataset } = await source.readDataset(named);
    const listed = dataset.versions.map(({ slug, datetime, ready, checksum, metadata }) => ({
      version: slug,
      datetime,
      ready,
      checksum,
      author: authorIn(metadata),
      note: noteIn(metadata),
    }));
    if (options.json === true) {
      const record = { ok: true, dataset: `${named.namespace}/${named.dataset}`, versions: listed };
      process.stdout.write(`${JSON.stringify(record)}\n`);
      return;
    }
    const isAuthored = listed.some(({ author }) => author !== '');
    const lines = listed.map(({ version, datetime, ready, checksum, author, note }) => [
      printableCell(version),
      printableCell(datetime.slice(0, 19).replace('T', ' ')),
      ready ? printableCell(checksum, 64) : 'not ready',
      ...(isAuthored ? [printableCell(author)] : []),
      printableCell(note),
    ]);
    const titles = ['VERSION', 'PUBLISHED (UTC)', 'CHECKSUM', ...(isAuthored ? ['AUTHOR'] : []), 'NOTE'];
    process.stdout.write(lines.length === 0 ? 'No versions.\n' : alignedLines([titles, ...lines], () => false));
  });
}

/** `almanac diff`: compares two versions of a dataset. */
export const diffAction: CommandAction = { run: diff, values: { key: (text) => (text === '' ? [] : splitList(text)) } };

async function diff(
  address: string,
  givenBefore: string | undefined,
  givenAfter: string | undefined,
  options: DiffOptions,
): Promise<void> {
  const named = readDatasetAddress(address, options.service);
  const name = `${named.namespace}/${named.dataset}`;
  await withDataset(named, options, async (source) => {
    const { dataset } = await source.readDataset(named);
    const ready = dataset.versions.filter((version) => version.ready).map(({ slug }) => slug);
    const after = givenAfter ?? ready[0];
    const before = givenBefore ?? ready[after === undefined ? -1 : ready.indexOf(after) + 1];
    if (before === undefined || after === undefined)
      throw new CommandFailure(`${name} has no two versions to compare.`, 'not-found');
    for (const slug of [before, after])
      if (!ready.includes(slug)) throw new CommandFailure(`${name} has no version ${slug}.`, 'not-found');
    if (!(await source.extras()).has('diff')) throw new CommandFailure('This service does not compare versions.');
    const columns = dataset.columns.map((column) => column.name);
    const unknown = after === ready[0] ? options.key?.find((column) => !columns.includes(column)) : undefined;
    if (unknown !== undefined) throw new UsageFailure(`--key: ${name} has no column "${unknown}".`);
    const pair = { before, after, key: options.key ?? null };
    const { readDifferences } = await import('../../connector/catalogue/differences.ts');
    const found = await readDifferences(source, named, { ...pair, columns, offset: 0, limit: options.limit });
    if (options.json === true) process.stdout.write(`${jsonOf(name, before, after, columns, found)}\n`);
    else printResult(false, {}, textOf(before, after, columns, found));
  });
}

function jsonOf(name: string, before: string, after: string, columns: readonly string[], found: Differences): string {
  const { rows, ...summary } = found;
  const side = (row: DifferingRow['before']) => (row === null ? 'null' : rowsLine(columns, [row]).slice(1, -1));
  const record = { ok: true, dataset: name, before, after, ...summary };
  const lines = rows.map(
    (row) => `{"kind":${JSON.stringify(row.kind)},"before":${side(row.before)},"after":${side(row.after)}}`,
  );
  return `${JSON.stringify(record).slice(0, -1)},"rows":[${lines.join(',')}]}`;
}

function textOf(before: string, after: string, columns: readonly string[], found: Differences): string {
  const { key, added, removed, changed, columns_added, columns_removed, columns_retyped, rows } = found;
  const signed = rows.flatMap((row): readonly (readonly [string, ...NonNullable<DifferingRow['before']>])[] => [
    ...(row.before === null ? [] : [['-', ...row.before] as const]),
    ...(row.after === null ? [] : [['+', ...row.after] as const]),
  ]);
  const list = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${title}: ${names.join(', ')}`];
  const retyped = columns_retyped.map((one) => `${one.name} (${one.before} to ${one.after})`);
  const total = added + removed + changed;
  return [
    key.length > 0 || total === 0
      ? `From ${before} to ${after}: ${rowCount(added)} added, ${removed} removed, ${changed} changed.`
      : `From ${before} to ${after}: ${rowCount(added)} only in the newer version, ${removed} only in the older.`,
    ...(total === 0
      ? []
      : key.length > 0
        ? [`Rows are matched by ${key.join(', ')}.`]
        : ['Whole rows are compared, so a changed row counts in both versions. Match rows with --key.']),
    ...list('Columns added', columns_added),
    ...list('Columns removed', columns_removed),
    ...list('Columns with another type', retyped),
    ...(signed.length === 0 ? [] : [rowsText('table', ['', ...columns], signed).trimEnd()]),
    ...(total > rows.length ? [`… of ${rowCount(total)}`] : []),
  ].join('\n');
}
