import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where the load goes, and what it is made of. */
export interface Load {
  readonly url: string;
  readonly token: string;
  /** Data folder of the service. */
  readonly data: string;
  /** For files of commands. */
  readonly work: string;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Counts what was done; each kind of act has a number. */
  readonly done: Map<string, number>;
}

/** Runs the command line, as other processes of the same user. */
export type RunCommand = (words: readonly string[]) => Promise<unknown>;

const namespace = 'soak';
const datasets = ['first', 'second', 'third'] as const;
/** Rows that a dataset begins with, and beyond which it begins again: soon, so that the load is the same at all times. */
const firstRows = 20_000;
const maxRows = 26_000;
/** Versions of a dataset that are kept. */
const keptVersions = 4;

interface DatasetRecord {
  readonly versions: readonly { readonly url: string; readonly slug: string; readonly ready: boolean }[];
}

/** Requests of the load; a status that was not expected is an error. */
class Requests {
  readonly #load: Load;
  constructor(load: Load) {
    this.#load = load;
  }

  async ask(method: string, place: string, body: object | FormData | null = null, allowed: readonly number[] = []) {
    const { url, token, signal } = this.#load;
    const isForm = body instanceof FormData;
    const answer = await fetch(place.startsWith('http') ? place : url + place, {
      method,
      headers: {
        Authorization: `Token ${token}`,
        ...(isForm || body === null ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === null ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(120_000)]),
    });
    const text = await answer.text();
    if (!answer.ok && !allowed.includes(answer.status))
      throw new Error(`${method} ${place}: ${answer.status} ${text.slice(0, 300)}`);
    return { status: answer.status, text, location: answer.headers.get('location') ?? '' };
  }

  async json<Found>(place: string): Promise<Found> {
    return JSON.parse((await this.ask('GET', place)).text) as Found;
  }
}

const pathOf = (dataset: string) => `api/v1/namespaces/${namespace}/datasets/${dataset}/`;
const below = ({ random }: Load, bound: number) => Math.floor(random() * bound);
const oneOf = <Item>(load: Load, items: readonly Item[]) => items[below(load, items.length)] as Item;

/** Rows of whole and broken numbers, texts, dates and missing values. */
function rowsText(load: Load, rows: number, from: number): string {
  const lines = ['id,group,share,note,day'];
  for (let at = from; at < from + rows; at += 1) {
    const note = load.random() < 0.1 ? '' : `note ${below(load, 5_000)}`;
    const day = `20${String(10 + below(load, 15))}-0${1 + below(load, 9)}-1${below(load, 10)}`;
    lines.push(`${at},g${below(load, 40)},${load.random().toFixed(6)},${note},${day}`);
  }
  return `${lines.join('\n')}\n`;
}

async function publish(load: Load, requests: Requests, place: string, fields: Record<string, string>, text: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([text]), 'rows.csv');
  const { text: answer, location } = await requests.ask('POST', place, form);
  const version = place.endsWith('datasets/') ? (JSON.parse(answer) as DatasetRecord).versions[0]?.url : location;
  for (;;) {
    const { state, message } = await requests.json<{ state: string; message: string }>(`${version}report/`);
    if (state === 'ready') return;
    if (state === 'failed') throw new Error(`${version} failed: ${message}`);
    await sleep(50, null, { signal: load.signal });
  }
}

/** Makes the datasets that the load works on. */
export async function prepare(load: Load): Promise<void> {
  const requests = new Requests(load);
  await requests.ask('POST', 'api/v1/namespaces/', { slug: namespace, label: 'Soak', published: true });
  for (const slug of datasets) {
    const fields = { slug, label: slug };
    await publish(load, requests, `api/v1/namespaces/${namespace}/datasets/`, fields, rowsText(load, firstRows, 0));
  }
}

/** Repeats an act with a pause until the end; what fails then because of the end is no failure. */
async function repeat(load: Load, kind: string, pauseMs: number, act: () => Promise<void>): Promise<void> {
  while (!load.signal.aborted) {
    try {
      await act();
      load.done.set(kind, (load.done.get(kind) ?? 0) + 1);
      await sleep(pauseMs * (0.5 + load.random()), null, { signal: load.signal });
    } catch (error) {
      if (load.signal.aborted) return;
      throw error;
    }
  }
}

/** The addresses that a reader asks for, with versions and rows that change meanwhile. */
function readersAddress(load: Load): string {
  const data = `${pathOf(oneOf(load, datasets))}data/`;
  const offset = below(load, firstRows - 100);
  return oneOf(load, [
    () => `${data}?limit=100&offset=${offset}`,
    () => `${data}?limit=100&offset=${offset}&ordering=${oneOf(load, ['-share', 'note', 'group,-id', 'day'])}`,
    () => `${data}?limit=100&group=g${below(load, 40)}`,
    () => `${data}?limit=50&search=note+${below(load, 5_000)}`,
    () => `${data}?limit=50&share__gte=0.${below(load, 90) + 10}&ordering=-share`,
    () => `${data}?_group_by=group&_aggregate__n=Count(*)&_aggregate__mean=Average(share)`,
    () => `${pathOf(oneOf(load, datasets))}profile/`,
    () => `${pathOf(oneOf(load, datasets))}?_format=api`,
    () => 'api/v1/datasets/',
  ])();
}

/** Appends and replaces rows, removes the oldest versions, and makes and deletes datasets. */
async function publishing(load: Load, requests: Requests, number: number): Promise<void> {
  const slug = oneOf(load, datasets);
  const { count } = await requests.json<{ count: number }>(`${pathOf(slug)}data/?limit=1`);
  const mode = count > maxRows ? 'replace' : 'append';
  const rows = mode === 'replace' ? firstRows : 1_000;
  await publish(load, requests, `${pathOf(slug)}versions/`, { mode }, rowsText(load, rows, count));
  const { versions } = await requests.json<DatasetRecord>(pathOf(slug));
  for (const version of versions.filter(({ ready }) => ready).slice(keptVersions))
    await requests.ask('DELETE', `${version.url}?permanent=true`, null, [404]);
  if (number % 3 !== 0) return;
  const passing = `passing-${number}`;
  const fields = { slug: passing, label: passing };
  await publish(load, requests, `api/v1/namespaces/${namespace}/datasets/`, fields, rowsText(load, 500, 0));
  await requests.ask('GET', `${pathOf(passing)}data/?ordering=-share`);
  await requests.ask('DELETE', `${pathOf(passing)}?permanent=true`);
}

/** Commands of other processes: an export, a copy into another store, a verification, one that publishes. */
async function commands(load: Load, run: RunCommand): Promise<void> {
  const folder = await mkdtemp(path.join(load.work, 'command-'));
  const slug = oneOf(load, datasets);
  const own = ['--data', load.data];
  try {
    await oneOf<() => Promise<unknown>>(load, [
      () => run(['export', `${namespace}/${slug}`, '--to', path.join(folder, 'rows.parquet'), ...own]),
      () =>
        run(['export', `${namespace}/${slug}`, '--to', path.join(folder, 'rows.xlsx'), '--ordering=-share', ...own]),
      () => run(['pin', `${load.url}${pathOf(slug)}`, '--data', path.join(folder, 'elsewhere')]),
      () => run(['verify', `${namespace}/${slug}`, ...own]),
      () => run(['ls', ...own]),
    ])();
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Serves a file that is another one at each moment, for a dataset that follows it. */
export async function openChangingSource(random: () => number) {
  let revision = 0;
  const server = createServer((_, answer) => {
    revision += 1;
    const lines = Array.from({ length: 200 }, (_row, id) => `${id},${id < 20 ? Math.floor(random() * 1e6) : id}`);
    answer.writeHead(200, { 'Content-Type': 'text/csv', ETag: `"${revision}"` }).end(`id,cases\n${lines.join('\n')}\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cases.csv`,
    close: () => server.close(),
  };
}

/** Lets a dataset follow an address of this machine, of whose versions few are kept. */
export async function startFollowing(load: Load, address: string): Promise<void> {
  const requests = new Requests(load);
  const fields = { slug: 'followed', label: 'Followed' };
  await publish(load, requests, `api/v1/namespaces/${namespace}/datasets/`, fields, 'id,cases\n0,1\n');
  const retention = { kind: 'last', versions: 3 };
  const guards = { rows_fell: null, column_gone: false, column_retyped: false, checks: [] };
  const record = { address, every: '1d', allow_private: true, retention, guards };
  await requests.ask('PUT', `${pathOf('followed')}source/`, record);
}

/** Runs all of the load until its end. @throws at the first answer that is an error */
export async function runLoad(load: Load, run: RunCommand): Promise<void> {
  const requests = new Requests(load);
  let number = 0;
  const reader = (kind: string, pauseMs: number) =>
    repeat(load, kind, pauseMs, async () => void (await requests.ask('GET', readersAddress(load))));
  await Promise.all([
    reader('pages', 60),
    reader('pages', 60),
    reader('pages', 200),
    repeat(
      load,
      'downloads',
      4_000,
      async () => void (await requests.ask('GET', `${pathOf(oneOf(load, datasets))}download/`)),
    ),
    repeat(load, 'publications', 3_000, () => {
      number += 1;
      return publishing(load, requests, number);
    }),
    repeat(load, 'commands', 15_000, () => commands(load, run)),
    repeat(load, 'checks', 8_000, async () => {
      // Refused while another check is running.
      await requests.ask('POST', `${pathOf('followed')}source/`, { action: 'check' }, [409]);
      await requests.ask('GET', `${pathOf('followed')}changes/`);
    }),
  ]);
}

/** How long a page of a hundred rows takes, in milliseconds. */
export async function timePage(load: Load): Promise<number> {
  const started = performance.now();
  await new Requests(load).ask('GET', `${pathOf(datasets[0])}data/?limit=100&offset=${below(load, firstRows - 100)}`);
  return performance.now() - started;
}
