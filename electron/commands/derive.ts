import { printable } from '#shared/text/printable.ts';
import type { Source } from '../connector/source.ts';
import { readRecipe, removeRecipe, requestRecompute, requestRun, sendRecipe } from '../connector/sql/recipes.ts';
import { type NamedDataset, readDatasetAddress } from './running/addresses/dataset-address.ts';
import type { AccessOptions } from './running/options.ts';
import { printResult } from './running/output/print-result.ts';
import { jobExitCodes, UsageFailure } from './running/run.ts';
import { withSource } from './running/with-source.ts';
import { readStatement } from './sql.ts';

interface DeriveOptions extends AccessOptions {
  readonly sql?: string;
  readonly onChange?: boolean;
  readonly confirmPrivateInputs?: boolean;
}

/** `almanac derive`: datasets that a statement makes from others. */
export const deriveActs = {
  derive: { run: deriveDataset },
  'derive run': { run: makeVersionNow },
  'derive show': { run: showRecipe },
  'derive remove': { run: removeNamed },
};

async function deriveDataset(text: string, options: DeriveOptions): Promise<void> {
  const named = readDatasetAddress(text, options.service);
  if (options.sql === undefined) throw new UsageFailure('Name the statement with --sql.');
  const sql = await readStatement(options.sql);
  await withSource(named.connection, options, async (source) => {
    const run = options.onChange === true ? 'on-change' : 'by-hand';
    const confirmed = options.confirmPrivateInputs === true;
    await sendRecipe(source, named, { sql, run, confirm_private_inputs: confirmed });
    await makeVersion(source, named, text, options);
  });
}

async function makeVersionNow(text: string, options: DeriveOptions): Promise<void> {
  const named = readDatasetAddress(text, options.service);
  await withSource(named.connection, options, (source) => makeVersion(source, named, text, options));
}

async function makeVersion(source: Source, named: NamedDataset, text: string, { json }: DeriveOptions): Promise<void> {
  const { outcome, version, reasons } = await requestRun(source, named);
  const words = version === null ? [outcome, ...reasons].join('. ') : `new version ${version}`;
  printResult(json, { ok: true, dataset: text, outcome, version, reasons }, printable(`${text}: ${words}`));
}

async function showRecipe(text: string, options: DeriveOptions): Promise<void> {
  const named = readDatasetAddress(text, options.service);
  await withSource(named.connection, options, async (source) => {
    const record = await readRecipe(source, named);
    if (options.json === true) {
      process.stdout.write(`${JSON.stringify(record)}\n`);
      return;
    }
    const { run, state, last_run: lastRun, problem, inputs, sql } = record;
    const lines = [
      `${text}: ${run}, ${state}, last run ${lastRun ?? '–'}`,
      ...(problem === '' ? [] : [problem]),
      'Inputs:',
      ...inputs.map(({ name, version }) => `  ${name} @ ${version}`),
      sql,
    ];
    process.stdout.write(printable(`${lines.join('\n')}\n`));
  });
}

async function removeNamed(text: string, options: DeriveOptions): Promise<void> {
  const named = readDatasetAddress(text, options.service);
  await withSource(named.connection, options, async (source) => {
    await removeRecipe(source, named);
    printResult(options.json, { ok: true, dataset: text }, `${text} has no recipe any more. Its versions stay.`);
  });
}

/** Computes a version again at its service, and prints whether the result is the same. */
export async function recomputeVersion(text: string, version: string | null, options: AccessOptions): Promise<void> {
  const named = readDatasetAddress(text, options.service);
  await withSource(named.connection, options, async (source) => {
    const { dataset } = await source.readDataset(named);
    const slug = version ?? named.version ?? dataset.versions.find(({ ready }) => ready)?.slug ?? '';
    const { verdict, message } = await requestRecompute(source, named, slug);
    process.exitCode =
      verdict === 'same' ? jobExitCodes.done : verdict === 'differs' ? jobExitCodes.differs : jobExitCodes.notChecked;
    const words = [verdict.replace('-', ' '), ...(message === '' ? [] : [message])].join('. ');
    const record = { ok: verdict === 'same', dataset: text, version: slug, verdict, message };
    printResult(options.json, record, printable(`${text} @ ${slug}: ${words}`));
  });
}
