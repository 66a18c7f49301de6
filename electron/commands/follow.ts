import { type Command, InvalidArgumentError } from 'commander';
import { summaryExplanation } from '#shared/change-words.ts';
import { englishText } from '#shared/english/english-text.ts';
import { explain, explanationOf, failure } from '#shared/failures.ts';
import type { Guards, Retention, SourceSettings } from '#shared/follow.ts';
import { given } from '#shared/given.ts';
import type { FollowRequest } from '#shared/rpc/jobs.ts';
import { printable, printableCell } from '#shared/text/printable.ts';
import { everyPattern } from '#shared/time/every.ts';
import type { CheckOutcome } from '../follow/check-source.ts';
import type { FollowParts } from '../follow/run-follow.ts';
import type { ListedEntry, Listing } from '../follow/sources/data-source.ts';
import type { JobError } from '../jobs/queue/job-failure.ts';
import { neverAborted } from '../lib/never-aborted.ts';
import type { FollowedRecord } from '../service/service.ts';
import { readDatasetAddress } from './running/addresses/dataset-address.ts';
import type { JobSession } from './running/job-session.ts';
import type { StoreOptions } from './running/options.ts';
import { printResult } from './running/output/print-result.ts';
import { alignedLines } from './running/output/rows-text.ts';
import { printedFailure, printFailure } from './running/print-failure.ts';
import { rowCount } from './running/row-count.ts';
import { jobExitCodes } from './running/run.ts';

interface FollowOptions extends StoreOptions {
  readonly to?: string;
  readonly every: string;
  readonly allowPrivate?: boolean;
  readonly entry?: string;
  readonly keep?: Retention;
}

interface SettingOptions extends StoreOptions {
  readonly every?: string;
  readonly keep?: Retention;
  readonly rowsFell?: number | 'off';
  readonly columnGone?: boolean;
  readonly columnRetyped?: boolean;
  readonly key?: readonly string[] | 'guess';
  readonly notify?: boolean;
  readonly allowPrivate?: boolean;
}

/** `almanac follow`: makes a dataset of the local service follow a web address. */
export const followActs = {
  follow: { run: start, values: { every: interval, keep } },
  'follow list': { run: list },
  'follow check': { run: check },
  'follow pause': { run: (text: string, words: StoreOptions) => setPaused(text, words, true) },
  'follow resume': { run: (text: string, words: StoreOptions) => setPaused(text, words, false) },
  'follow accept': { run: (text: string, words: StoreOptions) => decide(text, words, true) },
  'follow reject': { run: (text: string, words: StoreOptions) => decide(text, words, false) },
  'follow remove': { run: remove },
  'follow set': { run: change, values: { every: interval, keep, rowsFell: percent, key: keyOf } },
};

function keep(text: string): Retention {
  if (text === 'all') return { kind: 'all' };
  const [, versions = '', days = '', weeks = ''] = /^(?:([1-9]\d{0,4})|(\d{1,4})d,(\d{1,4})w)$/.exec(text) ?? [];
  if (versions !== '') return { kind: 'last', versions: Number(versions) };
  if (days !== '') return { kind: 'thinned', days: Number(days), weeks: Number(weeks) };
  throw new InvalidArgumentError('Expected all, a number of versions, or days and weeks such as 30d,26w.');
}

/** The option parser turns null into an empty text. */
function percent(text: string): number | 'off' {
  if (text === 'off') return text;
  const value = Number(text.replace(/%$/, ''));
  if (text.trim() !== '' && value >= 0 && value <= 100) return value;
  throw new InvalidArgumentError('Expected a percentage from 0 to 100, or off.');
}

function keyOf(text: string): readonly string[] | 'guess' {
  if (text === 'guess') return text;
  const names = text.split(',').map((name) => name.trim());
  if (!names.includes('')) return names;
  throw new InvalidArgumentError('Expected names of columns separated by commas, or guess.');
}

function interval(text: string): string {
  if (everyPattern.test(text)) return text;
  throw new InvalidArgumentError('Expected a number with h, d, w or mo (6h, 1d, 1w, 1mo), or manual.');
}

async function start(address: string | undefined, words: FollowOptions, command: Command): Promise<void> {
  if (address === undefined) command.error("error: missing required argument 'address'");
  const { to } = words;
  if (to === undefined) command.error("error: required option '--to NAMESPACE/DATASET' not specified");
  const { namespace, dataset } = readDatasetAddress(to, undefined);
  await withSession(words, async (session) => {
    const parts = await session.deps.follow();
    const found = await findEntry(parts, address, words);
    if (found === null) return;
    const { listing, entry } = found;
    const { usualGuards } = await import('#shared/follow.ts');
    const request: FollowRequest = {
      kind: 'follow',
      choice: { kind: listing.kind, address: found.address, entry: entry.id, parameters: {} },
      namespace: { slug: namespace, create: { label: namespace, published: true, allowedGroups: [] } },
      dataset: { slug: dataset, create: { label: '', description: '' } },
      every: words.every,
      allowPrivate: words.allowPrivate === true,
      retention: words.keep ?? { kind: 'all' },
      guards: usualGuards,
    };
    const { runJob } = await import('./running/run-job.ts');
    const result = await runJob(session, request, words.json);
    if (result === null) return;
    const { version, rows } = result;
    const name = `${namespace}/${dataset}`;
    const record = { ok: true, dataset: name, address: request.choice.address, every: words.every, version, rows };
    const line = `${name} follows ${printable(request.choice.address)}: ${rowCount(rows)}, checked ${everyWords(words.every)}.`;
    printResult(words.json, record, words.every === 'manual' ? line : `${line} ${whoChecks}`);
  });
}

/** Scheduled checks need a process that runs. */
const whoChecks = 'Checks happen while the window or "almanac serve" is running.';

function everyWords(every: string): string {
  return every === 'manual' ? 'by hand' : `every ${every}`;
}

/** The entry to follow; null if the user has to choose, which is printed. */
async function findEntry(
  { access }: FollowParts,
  pasted: string,
  { allowPrivate, entry: requested, json }: FollowOptions,
): Promise<{ readonly listing: Listing; readonly entry: ListedEntry; readonly address: string } | null> {
  const { sourceAddressOf, lookAt } = await import('../follow/look.ts');
  let address = sourceAddressOf(pasted);
  // A catalogue links to its datasets, each of which has its own files.
  for (let depth = 0; ; depth += 1) {
    const listing = await lookAt(address, access.webFor(address, allowPrivate === true, neverAborted));
    const { entries } = listing;
    const chosen = requested === undefined ? undefined : entries.find(({ id }) => id === requested);
    const only = entries.length === 1 && listing.more === null && requested === undefined ? entries[0] : undefined;
    const entry = chosen ?? only ?? (depth > 0 && entries.length === 1 ? entries[0] : undefined);
    if (entry === undefined) {
      printEntries(listing, requested, json);
      return null;
    }
    if (entry.leadsTo === undefined || depth >= 3) return { listing, entry, address: address.href };
    address = new URL(entry.leadsTo, address);
  }
}

function printEntries({ entries, more }: Listing, requested: string | undefined, json: boolean | undefined): void {
  process.exitCode = jobExitCodes.usage;
  const ids = entries.map(({ id }) => id);
  const reason =
    requested === undefined
      ? explain('entry-required', { entries: ids.slice(0, 20).join(', ') })
      : explain('entry-gone', { entry: requested });
  const failed = printedFailure(failure('not-accepted', reason));
  if (json) {
    printFailure(failed);
    return;
  }
  const lines = entries.map(({ id, title, format }) =>
    `  ${printableCell(id, 300)}  ${printableCell(title)} ${format ?? ''}`.trimEnd(),
  );
  const further = more === null ? '' : '  …\n';
  const advice =
    requested === undefined ? 'There are several tables at this address. Choose one with --entry ID:' : failed.message;
  process.stderr.write(`almanac: ${advice}\n${lines.join('\n')}\n${further}`);
}

/** Runs `act`; a failure is reported as for every job. */
async function withSession(words: StoreOptions, act: (session: JobSession) => Promise<void>): Promise<void> {
  const { withJobSession } = await import('./running/job-session.ts');
  const { reportFailure } = await import('./running/run-job.ts');
  await withJobSession(words, async (session) => {
    try {
      await session.repeat(neverAborted, () => act(session));
    } catch (error) {
      process.exitCode = reportFailure(error, words.json);
    }
  });
}

function asListed({ namespace, dataset, choice, every, versions, lastCheck, state }: FollowedRecord) {
  return { dataset: `${namespace}/${dataset}`, address: choice.address, every, versions, lastCheck, state };
}

async function list(words: StoreOptions): Promise<void> {
  await withSession(words, async ({ deps }) => {
    const { catalogue } = await deps.follow();
    const followed = (await catalogue.sources.list()).map(asListed);
    process.stdout.write(words.json === true ? `${JSON.stringify({ followed })}\n` : asTable(followed));
  });
}

function asTable(followed: readonly ReturnType<typeof asListed>[]): string {
  if (followed.length === 0) return 'Nothing is followed.\n';
  const lines = followed.map(({ dataset, address, every, versions, lastCheck, state }) => [
    printableCell(dataset),
    every,
    String(versions),
    lastCheck?.slice(0, 16).replace('T', ' ') ?? '–',
    state,
    printableCell(address, 200),
  ]);
  const titles = ['DATASET', 'EVERY', 'VERSIONS', 'LAST CHECK', 'STATE', 'ADDRESS'];
  return alignedLines([titles, ...lines], (at) => at === 2);
}

function nameIn(text: string) {
  const { namespace, dataset } = readDatasetAddress(text, undefined);
  return { namespace, dataset };
}

async function notFollowed(text: string) {
  return await jobError('not-found', explain('is-not-followed', { dataset: text }), text);
}

/** Creates the error of a failed job; its module is loaded only when it is needed. */
async function jobError(...values: ConstructorParameters<typeof JobError>): Promise<JobError> {
  const failures = await import('../jobs/queue/job-failure.ts');
  return new failures.JobError(...values);
}

async function check(text: string, words: StoreOptions): Promise<void> {
  const name = nameIn(text);
  await withSession(words, async ({ deps }) => {
    const parts = await deps.follow();
    const { sources } = parts.catalogue;
    const entry = await sources.entry(name);
    if (entry === null) throw await notFollowed(text);
    const { checkFollowed } = await import('../follow/run-follow.ts');
    const outcome = await checkFollowed(parts, name, {});
    if (outcome.kind === 'failed') {
      const { kind, where, retry } = outcome.failure;
      throw await jobError(kind, explanationOf(outcome.failure), where || entry.choice.address, retry);
    }
    if (outcome.kind === 'gone') throw await notFollowed(text);
    const version = outcome.kind === 'changed' ? outcome.version : null;
    const [last] = version === null ? [] : await sources.changes(name, null, 1);
    const summary = last?.version === version ? (last?.summary ?? null) : null;
    const record = { ok: true, dataset: text, outcome: outcome.kind, version, summary };
    printResult(words.json, record, `${text}: ${printable(wordsOf(outcome, summary))}`);
  });
}

function wordsOf(outcome: CheckOutcome, summary: Parameters<typeof summaryExplanation>[0] | null): string {
  if (outcome.kind === 'held') return `held for review. ${outcome.reasons.map(englishText).join(' ')}`;
  if (outcome.kind !== 'changed') return 'unchanged';
  const changes = summary === null ? rowCount(outcome.rows) : englishText(summaryExplanation(summary));
  return `new version ${outcome.version}. ${changes}`;
}

async function setPaused(text: string, words: StoreOptions, paused: boolean): Promise<void> {
  await withSession(words, async ({ deps }) => {
    const { catalogue } = await deps.follow();
    const changed = await catalogue.sources.change(nameIn(text), { paused });
    if (changed === null) throw await notFollowed(text);
    const record = { ok: true, ...asListed(changed) };
    printResult(words.json, record, `${text}: ${changed.state}`);
  });
}

async function change(text: string, words: SettingOptions, command: Command): Promise<void> {
  const { every, keep: retention, key, notify, allowPrivate, rowsFell, columnGone, columnRetyped } = words;
  const changes = [every, retention, key, notify, allowPrivate, rowsFell, columnGone, columnRetyped];
  if (changes.every((one) => one === undefined)) command.error('error: nothing to change: give at least one option');
  const name = nameIn(text);
  await withSession(words, async ({ deps }) => {
    const { sources } = (await deps.follow()).catalogue;
    const before = await sources.find(name);
    if (before === null) throw await notFollowed(text);
    if (key !== undefined && key !== 'guess') await checkKey(deps, name, key);
    const guards: Guards = {
      ...before.guards,
      ...(rowsFell === undefined ? {} : { rowsFell: rowsFell === 'off' ? null : rowsFell }),
      ...given({ columnGone, columnRetyped }),
    };
    const settings: SourceSettings = {
      guards,
      ...given({ every, retention, notify, allowPrivate }),
      ...(key === undefined ? {} : { key: key === 'guess' ? null : [...key] }),
    };
    const changed = await sources.change(name, settings);
    const estimate = await sources.estimateRetention(name, retention ?? before.retention);
    if (changed === null || estimate === null) throw await notFollowed(text);
    const { removed, versions, bytes, bytesAfter } = estimate;
    const { guards: kept, retention: keeps, key: matched, notify: notifies } = changed;
    const record = { ...asListed(changed), retention: keeps, guards: kept, key: matched, notify: notifies };
    const fate =
      removed === 0
        ? `all ${versions} versions stay (${bytes} bytes)`
        : `${removed} of ${versions} versions are removed after the next change (${bytes} to ${bytesAfter} bytes)`;
    printResult(
      words.json,
      { ok: true, ...record, estimate },
      `${text}: checked ${everyWords(changed.every)}; ${fate}.`,
    );
  });
}

/** A name that no column has would match no row, and every row of every version would count as new. */
async function checkKey(
  deps: JobSession['deps'],
  { namespace, dataset }: ReturnType<typeof nameIn>,
  key: readonly string[],
) {
  const known = await deps.withService(deps.localConnection, async ({ source }) =>
    (await source.readDataset({ namespace, dataset })).dataset.columns.map(({ name }) => name),
  );
  const missing = key.find((column) => !known.includes(column));
  if (missing !== undefined)
    throw await jobError('not-found', explain('guard-no-column', { column: missing }), missing);
}

/** Through the service's resource, so that the process that owns the store carries it out, whichever that is. */
async function decide(text: string, words: StoreOptions, isAccepted: boolean): Promise<void> {
  const name = nameIn(text);
  await withSession(words, async ({ deps }) => {
    const { sources } = (await deps.follow()).catalogue;
    const before = await sources.find(name);
    if (before === null) throw await notFollowed(text);
    if (before.held === null) throw await jobError('not-found', explain('nothing-held', { dataset: text }), text);
    await deps.withService(deps.localConnection, ({ source, address }) =>
      source.send({
        method: 'POST',
        address: new URL(`api/v1/namespaces/${name.namespace}/datasets/${name.dataset}/source/`, address),
        body: { type: 'application/json', content: JSON.stringify({ action: isAccepted ? 'accept' : 'reject' }) },
      }),
    );
    const [last] = isAccepted ? await sources.changes(name, null, 1) : [];
    const outcome = isAccepted ? 'accepted' : 'rejected';
    const done = last === undefined ? 'rejected' : `published as version ${last.version}`;
    printResult(words.json, { ok: true, dataset: text, outcome, version: last?.version ?? null }, `${text}: ${done}.`);
  });
}

async function remove(text: string, words: StoreOptions): Promise<void> {
  await withSession(words, async ({ deps }) => {
    const { catalogue } = await deps.follow();
    if (!(await catalogue.sources.remove(nameIn(text)))) throw await notFollowed(text);
    const line = `${text} is no longer followed; its versions stay.`;
    printResult(words.json, { ok: true, dataset: text }, line);
  });
}
