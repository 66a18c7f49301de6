import { InvalidArgumentError } from 'commander';
import type { Namespace } from '#shared/api/records/namespace.ts';
import type { ProvenanceWrite } from '#shared/api/records/provenance.ts';
import { isSlug } from '#shared/file-name.ts';
import { given } from '#shared/given.ts';
import type { DatasetChange, EditableTarget, NamespaceChange, RemovalTarget } from '#shared/rpc/editing.ts';
import { shellQuoted } from '#shared/text/code-snippets.ts';
import { listGroups, listNamespaces } from '../../connector/catalogue/catalogue.ts';
import type { Source } from '../../connector/source.ts';
import { neverAborted } from '../../lib/never-aborted.ts';
import {
  connectionToLocal,
  type ListedPlace,
  readDatasetAddress,
  readListedPlace,
} from '../running/addresses/dataset-address.ts';
import { missingName } from '../running/addresses/missing-dataset.ts';
import { confirm } from '../running/confirm.ts';
import type { CommandAction } from '../running/help/define-command.ts';
import type { AccessOptions } from '../running/options.ts';
import { printResult } from '../running/output/print-result.ts';
import { CommandFailure, UsageFailure } from '../running/run.ts';
import { withSource } from '../running/with-source.ts';

interface DeleteOptions extends AccessOptions {
  readonly version?: string;
  readonly yes?: boolean;
}

interface EditOptions extends AccessOptions {
  readonly label?: string;
  readonly description?: string;
  readonly licence?: string;
  readonly license?: string;
  readonly source?: string;
  readonly contact?: string;
  readonly public?: boolean;
  readonly hidden?: boolean;
  readonly yes?: boolean;
}

/** `almanac delete`: deletes a dataset, one of its versions, or an empty namespace. */
export const deleteAction: CommandAction = { run: remove };

/** `almanac rename`: gives a dataset or a namespace another name. */
export const renameAction: CommandAction = { run: rename, values: { 'new-name': newName } };

/** `almanac edit`: changes how a dataset or a namespace is described. */
export const editAction: CommandAction = { run: edit };

function newName(text: string): string {
  const name = text.split('/').at(-1) ?? '';
  if (isSlug(name)) return text;
  throw new InvalidArgumentError('Expected up to 100 letters, digits, - and _.');
}

function targetOf(text: string, service: string | undefined): EditableTarget {
  const place: ListedPlace = /^https?:\/\//i.test(text)
    ? readDatasetAddress(text, service)
    : readListedPlace(text, service);
  const { connection, namespace, dataset } = place;
  if (namespace === null) throw new UsageFailure(`"${text}" is neither NAMESPACE nor NAMESPACE/DATASET.`);
  return dataset === null
    ? { kind: 'namespace', connection, namespace }
    : { kind: 'dataset', connection, namespace, dataset };
}

function nameOf(target: EditableTarget): string {
  return target.kind === 'namespace' ? target.namespace : `${target.namespace}/${target.dataset}`;
}

/** Runs `act` with the service of a target that exists, and its namespace. */
async function withTarget(
  target: EditableTarget,
  options: AccessOptions,
  act: (source: Source, namespace: Namespace) => Promise<void>,
): Promise<void> {
  const { connection, namespace } = target;
  const dataset = target.kind === 'dataset' ? target.dataset : null;
  await withSource(connection, options, async (source) => {
    const all = await listNamespaces(source, undefined, () => {});
    const found = all.find(({ slug }) => slug === namespace);
    const record = dataset === null ? found : found?.datasets.find(({ slug }) => slug === dataset);
    if (found === undefined || record === undefined) throw missingName(all, { connection, namespace, dataset });
    await act(source, found);
  });
}

async function remove(text: string, options: DeleteOptions): Promise<void> {
  const target = targetOf(text, options.service);
  const { version } = options;
  if (version !== undefined && target.kind === 'namespace') throw new UsageFailure('Only a dataset has versions.');
  await withTarget(target, options, async (source, { datasets }) => {
    const name = nameOf(target);
    const contents =
      target.kind === 'namespace' ? datasets : datasets.find(({ slug }) => slug === target.dataset)?.versions;
    if (version !== undefined && target.kind === 'dataset') {
      const { dataset } = await source.readDataset(target);
      if (!dataset.versions.some(({ slug }) => slug === version))
        throw new CommandFailure(`${name} has no version ${version}.`, 'not-found');
    }
    const what = version === undefined ? name : `version ${version} of ${name}`;
    const inside = target.kind === 'namespace' ? 'datasets' : 'versions';
    const count = contents?.length ?? 0;
    const warning = version === undefined && count > 0 ? ` with all its ${inside} (${count})` : '';
    await confirm(`Delete ${what}${warning}?`, options.yes);
    const removal: RemovalTarget =
      version !== undefined && target.kind === 'dataset' ? { ...target, kind: 'version', version } : target;
    const { removeTarget } = await import('../../connector/editing/write-records.ts');
    await removeTarget(source, removal);
    printResult(options.json, { ok: true, deleted: name, version: version ?? null }, `Deleted ${what}.`);
  });
}

async function rename(text: string, given: string, options: AccessOptions): Promise<void> {
  const target = targetOf(text, options.service);
  const [slug = '', parent] = given.split('/').toReversed();
  if (parent !== undefined && (target.kind === 'namespace' || parent !== target.namespace))
    throw new UsageFailure('A dataset stays in its namespace: write only its new name.');
  await withTarget(target, options, async (source) => {
    const { changeTarget } = await import('../../connector/editing/write-records.ts');
    const written = await changeTarget(source, target, { slug, image: { kind: 'keep' } }, null, neverAborted);
    const name = target.kind === 'namespace' ? written.slug : `${target.namespace}/${written.slug}`;
    printResult(options.json, { ok: true, before: nameOf(target), name }, `${nameOf(target)} is now ${name}.`);
  });
}

async function edit(text: string, options: EditOptions): Promise<void> {
  const target = targetOf(text, options.service);
  const { label, description, source: origin, contact, hidden } = options;
  const licence = options.licence ?? options.license;
  const provenance: ProvenanceWrite = given({ licence, source: origin, contact });
  const change: NamespaceChange | DatasetChange = {
    image: { kind: 'keep' },
    ...given({ label, description, published: options.public, hidden }),
  };
  const ofDataset = Object.keys(provenance).length;
  if (Object.keys(change).length + ofDataset === 1)
    throw new UsageFailure('Nothing to change: give at least one option.');
  if (target.kind === 'namespace' && (ofDataset > 0 || hidden !== undefined))
    throw new UsageFailure('--licence, --source, --contact and --hidden belong to a dataset.');
  if (target.kind === 'dataset' && options.public !== undefined)
    throw new UsageFailure('--public belongs to a namespace. Hide one of its datasets with --hidden.');
  await withTarget(target, options, async (source, namespace) => {
    const publishes = options.public === true && (await askToPublish(source, target, namespace, options.yes));
    const { changeTarget, writeProvenance } = await import('../../connector/editing/write-records.ts');
    // Other services ignore a field that they do not know.
    if (hidden !== undefined && !(await mayHide(source, target)))
      throw new CommandFailure(
        `Nothing was changed: ${nameOf(target)} cannot be hidden at this service, or not by you.`,
      );
    await changeTarget(source, target, change, null, neverAborted);
    if (ofDataset > 0 && target.kind === 'dataset') await writeProvenance(source, target, provenance, neverAborted);
    const name = nameOf(target);
    const undo = publishes ? `\nTo undo: almanac edit ${[text, '--public', 'off', ...whereOf(options)].join(' ')}` : '';
    printResult(options.json, { ok: true, name }, `Changed ${name}.${undo}`);
  });
}

async function mayHide(source: Source, target: EditableTarget): Promise<boolean> {
  const { readRights } = await import('../../connector/editing/read-rights.ts');
  return (await readRights(source, target, true, neverAborted)).hides === true;
}

/** Asks before others can read a namespace. @returns whether they could not before */
async function askToPublish(
  source: Source,
  { connection }: EditableTarget,
  { published, allowed_groups: allowedGroups, datasets, slug }: Namespace,
  yes: boolean | undefined,
): Promise<boolean> {
  const { becomesPublic, readersNotice } = await import('#shared/namespace-readers.ts');
  const before = { published, allowedGroups };
  if (!becomesPublic(before, { ...before, published: true })) return false;
  const known = allowedGroups.length === 0 ? [] : await listGroups(source);
  const groups = allowedGroups.map((address) => known.find(({ url }) => url === address)?.name ?? address);
  const { rowsIn } = await import('#shared/version-metadata.ts');
  const { englishText } = await import('#shared/english/english-text.ts');
  const place = connection === connectionToLocal ? 'the local service' : source.layout.base.href;
  const notice = readersNotice(datasets, groups, rowsIn, place);
  await confirm(`${englishText(notice)} Make ${slug} public?`, yes);
  return true;
}

/** The options that name the service and the store, for another command. */
function whereOf({ service, data }: EditOptions): string[] {
  const words = Object.entries({ service, data }).filter(([, value]) => value !== undefined);
  return words.map(([name, value]) => `--${name} ${shellQuoted(value ?? '')}`);
}
