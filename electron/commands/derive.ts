import type { Command } from 'commander';
import { printable } from '#shared/text/printable.ts';
import { member } from '../connector/cells/exact-json.ts';
import type { Source } from '../connector/source.ts';
import { addServiceOptions } from './datasets/service-options.ts';
import { type NamedDataset, readDatasetAddress } from './running/addresses/dataset-address.ts';
import { isNotFound } from './running/addresses/missing-dataset.ts';
import { jobExitCodes } from './running/job-exit-codes.ts';
import { printResult } from './running/output/print-result.ts';
import { UsageFailure } from './running/run.ts';
import { addWaitOptions } from './running/waiting.ts';
import { type SourceChoice, withSource } from './running/with-source.ts';
import { readStatement } from './sql.ts';

interface DeriveOptions extends SourceChoice {
  readonly sql?: string;
  readonly onChange?: boolean;
  readonly confirmPrivateInputs?: boolean;
  readonly service?: string;
  readonly json?: boolean;
}

/** `almanac derive`: datasets that a statement makes from others. */
export function addDeriveCommand(program: Command): void {
  const derive = program
    .command('derive')
    .description('Let a SELECT over other datasets make the versions of a dataset, and make the first one.')
    .argument('<name>', 'NAMESPACE/DATASET; created, hidden, if it does not exist')
    .option('--sql <statement>', 'the statement, - for standard input, or @FILE')
    .option('--on-change', 'make a version whenever an input has a new one')
    .option('--confirm-private-inputs', 'everybody may read what is made from inputs that are not public')
    .option('--json', 'print the result as JSON');
  addWaitOptions(addServiceOptions(derive)).action(deriveDataset);
  const actions = [
    ['run', 'Make a version now.', runRecipe],
    ['show', 'Print the statement, its inputs and the outcome of the last run.', showRecipe],
    ['remove', 'Remove the recipe; the dataset and its versions stay.', removeRecipe],
  ] as const;
  for (const [name, description, act] of actions) {
    const command = derive
      .command(name)
      .description(description)
      .argument('<name>', 'NAMESPACE/DATASET')
      .option('--json', 'print the result as JSON');
    addWaitOptions(addServiceOptions(command)).action(act);
  }
}

function recipeAddress(source: Source, { namespace, dataset }: NamedDataset, rest = ''): URL {
  return new URL(`${source.layout.dataset(namespace, dataset)}recipe/${rest}`);
}

const jsonBody = (value: object) => ({ type: 'application/json', content: JSON.stringify(value) });

async function deriveDataset(text: string, options: DeriveOptions): Promise<void> {
  const named = readDatasetAddress(text, options.service);
  if (options.sql === undefined) throw new UsageFailure('Name the statement with --sql.');
  const sql = await readStatement(options.sql);
  await withSource(named.connection, options, async (source) => {
    await provideNamespace(source, named.namespace);
    const recipe = {
      sql,
      run: options.onChange === true ? 'on-change' : 'by-hand',
      confirm_private_inputs: options.confirmPrivateInputs === true,
    };
    await source.send({ method: 'PUT', address: recipeAddress(source, named), body: jsonBody(recipe) });
    await makeVersion(source, named, text, options);
  });
}

/** What is derived starts private, and so does a new namespace for it. */
async function provideNamespace(source: Source, slug: string): Promise<void> {
  try {
    await source.readRecord(new URL(source.layout.namespace(slug)));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const address = source.layout.endpoint('namespaces');
    await source.send({ method: 'POST', address, body: jsonBody({ slug, label: slug, published: false }) });
  }
}

async function runRecipe(text: string, options: DeriveOptions): Promise<void> {
  const named = readDatasetAddress(text, options.service);
  await withSource(named.connection, options, (source) => makeVersion(source, named, text, options));
}

async function makeVersion(source: Source, named: NamedDataset, text: string, { json }: DeriveOptions): Promise<void> {
  const address = recipeAddress(source, named, 'run/');
  const { status, value } = await source.send({ method: 'POST', address, body: jsonBody({}) });
  const held = member(value, 'held');
  const reasons = Array.isArray(held) ? held.map(String) : [];
  const version = status === 202 ? String(member(value, 'slug')) : null;
  const outcome = version !== null ? 'changed' : reasons.length > 0 ? 'held' : 'unchanged';
  const words = version === null ? [outcome, ...reasons].join('. ') : `new version ${version}`;
  printResult(json, { ok: true, dataset: text, outcome, version, reasons }, printable(`${text}: ${words}`));
}

async function showRecipe(text: string, options: DeriveOptions): Promise<void> {
  const named = readDatasetAddress(text, options.service);
  await withSource(named.connection, options, async (source) => {
    const record = await source.readRecord(recipeAddress(source, named));
    if (options.json === true) {
      process.stdout.write(`${JSON.stringify(record)}\n`);
      return;
    }
    const field = (name: string) => String(member(record, name) ?? '–');
    const inputs = member(record, 'inputs');
    const read = (Array.isArray(inputs) ? inputs : []).map(
      (input) => `  ${String(member(input, 'name'))} @ ${String(member(input, 'version'))}`,
    );
    const problem = field('problem');
    const lines = [
      `${text}: ${field('run')}, ${field('state')}, last run ${field('last_run')}`,
      ...(problem === '' ? [] : [problem]),
      'Inputs:',
      ...read,
      field('sql'),
    ];
    process.stdout.write(printable(`${lines.join('\n')}\n`));
  });
}

async function removeRecipe(text: string, options: DeriveOptions): Promise<void> {
  const named = readDatasetAddress(text, options.service);
  await withSource(named.connection, options, async (source) => {
    await source.send({ method: 'DELETE', address: recipeAddress(source, named) });
    printResult(options.json, { ok: true, dataset: text }, `${text} has no recipe any more. Its versions stay.`);
  });
}

/** Computes a version again at its service, and prints whether the result is the same. */
export async function recomputeVersion(
  text: string,
  version: string | null,
  options: SourceChoice & { readonly service?: string; readonly json?: boolean },
): Promise<void> {
  const named = readDatasetAddress(text, options.service);
  await withSource(named.connection, options, async (source) => {
    const { dataset } = await source.readDataset(named);
    const slug = version ?? named.version ?? dataset.versions.find(({ ready }) => ready)?.slug ?? '';
    const home = source.layout.dataset(named.namespace, named.dataset);
    const address = new URL(`version/${encodeURIComponent(slug)}/recompute/`, home);
    const { value } = await source.send({ method: 'POST', address, body: jsonBody({}) });
    const [verdict, message] = [String(member(value, 'verdict')), String(member(value, 'message'))];
    process.exitCode =
      verdict === 'same' ? jobExitCodes.done : verdict === 'differs' ? jobExitCodes.differs : jobExitCodes.notChecked;
    const words = [verdict.replace('-', ' '), ...(message === '' ? [] : [message])].join('. ');
    const record = { ok: verdict === 'same', dataset: text, version: slug, verdict, message };
    printResult(options.json, record, printable(`${text} @ ${slug}: ${words}`));
  });
}
