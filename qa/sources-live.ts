import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { given } from '#shared/given.ts';
import { listEntries, lookAt, sourceAddressOf } from '../electron/follow/look.ts';
import { sourceOf } from '../electron/follow/sources/all-sources.ts';
import type { ListedEntry, Listing } from '../electron/follow/sources/data-source.ts';
import type { Web } from '../electron/follow/sources/web.ts';
import { hostsInMemory } from '../electron/follow/testing/hosts-in-memory.ts';
import { WebAccess } from '../electron/follow/web/open-web.ts';
import { systemClock } from '../electron/lib/clock.ts';
import { ExplainedError } from '../shared/english/explained-error.ts';
import { labCommand } from './lab-command.ts';

/*
 * Tries a real address as a source to follow and prints what it finds, so that differences from the documentation can
 * be reported.
 */
const command = labCommand('sources-live')
  .argument('<address>')
  .option('--entry <id>', 'of the list; its first one otherwise')
  .option('--search <text>', 'searches the list')
  .option('--parameter <name=value...>', 'chooses a part of the data', [])
  .option('--fetch', 'fetches it once')
  .option('--allow-private', 'allows addresses of the local network')
  .parse();

interface Values {
  readonly entry?: string;
  readonly search?: string;
  readonly parameter: readonly string[];
  readonly fetch?: true;
  readonly allowPrivate?: true;
}

const shownEntries = 20;

function say(name: string, value: unknown): void {
  if (value !== null && value !== undefined && value !== '') {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    console.log(`${name.padEnd(12)} ${text.length > 500 ? `${text.slice(0, 500)} …` : text}`);
  }
}

function sayListing({
  kind,
  title,
  description,
  licence,
  publisher,
  contact,
  homepage,
  entries,
  more,
  searchable,
}: Listing): void {
  for (const [name, value] of Object.entries({ kind, title, description, licence, publisher, contact, homepage }))
    say(name, value);
  say('entries', `${entries.length}${more === null ? '' : ' and more'}${searchable ? ', searchable' : ''}`);
  for (const { id, title: name, format, bytes, rows, modified, leadsTo } of entries.slice(0, shownEntries)) {
    say('', { id, title: name, format, bytes, rows, modified, ...given({ leadsTo }) });
  }
}

/** Prints each request as it is answered. */
function logged(web: Web): Web {
  return {
    signal: web.signal,
    async get(address, options) {
      const answer = await web.get(address, options);
      console.error(
        `${options?.method ?? 'GET'} ${String(address)} → ${answer.status} ${answer.headers.get('content-type') ?? ''}`,
      );
      return answer;
    },
    async download(address, target, options) {
      const file = await web.download(address, target, options);
      console.error(`GET ${String(address)} → ${file.bytes} bytes ${file.contentType ?? ''} ${file.fileName ?? ''}`);
      return file;
    },
  };
}

async function run(): Promise<void> {
  const values = command.opts<Values>();
  const [pasted = ''] = command.args;
  const { signal } = new AbortController();
  const access = new WebAccess({ hosts: hostsInMemory() });
  const folder = mkdtempSync(path.join(tmpdir(), 'sources-live-'));
  try {
    let address = sourceAddressOf(pasted);
    const webFor = () => logged(access.webFor(address, values.allowPrivate === true, signal));
    let found = await lookAt(address, webFor());
    if (values.search !== undefined) {
      const source = await sourceOf(found.kind);
      found = await listEntries(source, address, { search: values.search, more: null }, webFor());
    }
    sayListing(found);
    const pick = (): ListedEntry | undefined => found.entries.find(({ id }) => id === (values.entry ?? id));
    let entry = pick();
    if (entry?.leadsTo !== undefined && values.entry !== undefined) {
      address = sourceAddressOf(entry.leadsTo);
      console.log(`\nThe entry leads to ${address.href}`);
      found = await lookAt(address, webFor());
      sayListing(found);
      [entry] = found.entries;
    }
    if (entry === undefined || entry.leadsTo !== undefined) return;
    const parameters = Object.fromEntries(
      values.parameter.map((text) => [text.split('=')[0] ?? '', text.slice(text.indexOf('=') + 1)]),
    );
    const choice = { kind: found.kind, address: address.href, entry: entry.id, parameters };
    const source = await sourceOf(found.kind);
    const described = await source.describe(choice, webFor());
    console.log(`\nEntry ${JSON.stringify(entry.id)}`);
    for (const name of [
      'title',
      'description',
      'format',
      'bytes',
      'rows',
      'modified',
      'licence',
      'publisher',
      'contact',
    ] as const)
      say(name, described[name]);
    for (const column of described.columns) say('column', column);
    for (const { name, title, values: codes } of described.parameters)
      say(
        'parameter',
        `${name} (${title}): ${codes.length} values, such as ${codes
          .slice(0, 5)
          .map(({ id, title: label }) => `${id} ${label}`)
          .join(', ')}`,
      );
    say('state', (await source.state(choice, webFor())) ?? 'unknown without fetching');
    if (!values.fetch) return;
    const started = Date.now();
    const fetched = await source.fetch(choice, folder, webFor(), {
      report() {},
      sleep: (milliseconds) => systemClock.sleep(milliseconds, signal),
    });
    console.log('\nFetched');
    for (const file of fetched.files) say('file', `${path.basename(file)} ${statSync(file).size} bytes`);
    say('options', fetched.options);
    for (const column of fetched.columns) say('column', column);
    for (const name of ['rows', 'bytes', 'state'] as const) say(name, fetched[name]);
    say('seconds', (Date.now() - started) / 1000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await access.close();
  }
}

try {
  await run();
} catch (error) {
  console.error(
    error instanceof ExplainedError
      ? `${error.name}: ${error.message}${'where' in error ? ` [${String(error.where)}]` : ''}`
      : error,
  );
  process.exitCode = 1;
}
