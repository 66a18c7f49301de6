import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { maxGeometryLength, readWellKnownText } from '../../electron/connector/cells/well-known-text.ts';
import {
  type HostileFile,
  hostileFiles,
} from '../../electron/service/reading/process/testing/hostile-files-for-test.ts';
import { startService } from '../../electron/service/service.ts';
import { percentile, report, residentMemory, show } from '../measure.ts';

/**
 * A service in its own process gets malicious files and requests, two at a time, while its discovery is requested
 * continuously. `ALMANAC_HOSTILE_SCALE` makes the files larger.
 */
const scale = Number(process.env.ALMANAC_HOSTILE_SCALE ?? 1);
const probeMs = 50;
const atOnce = 2;
const json = { 'content-type': 'application/json' };

interface Started {
  readonly url: string;
  readonly token: string;
}

if (process.argv[2] === 'service') await serve(process.argv[3] ?? '');
else await attack();

async function serve(dataFolder: string): Promise<void> {
  const service = await startService({ dataFolder });
  process.on('disconnect', () => process.exit(0));
  // The desktop reads the answers of other services in the process that serves its own.
  process.on('message', (text: string) => process.send?.({ geometry: geometryAnswer(text) }));
  process.send?.({ url: service.url, token: await service.issueOperatorToken() } satisfies Started);
}

async function attack(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-hostile-'));
  const child = fork(import.meta.filename, ['service', folder], { env: { ...process.env, UV_THREADPOOL_SIZE: '16' } });
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  const started = await new Promise<Started>((resolve, reject) => {
    child.once('message', (message: Started) => resolve(message));
    child.once('exit', (code) => reject(new Error(`The service ended with code ${code}.`)));
  });
  const stop = new AbortController();
  const watched = watch(started.url, child.pid ?? 0, stop.signal);
  await publishTable(started);
  const closing = [...connectSilently(started.url), ...readNothing(started.url)];
  const attacks = [publishAll(started), askAll(started), sendGeometries(child)];
  const answers = await Promise.all(attacks).finally(() => stop.abort());
  const { times, highestMebibytes, serviceMebibytes, processes, ended: endedReaders } = await watched;
  const crashed = ended;
  for (const socket of closing) socket.destroy();
  child.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const all = answers.flat();
  const silent = all.filter(({ inWords }) => !inWords);
  const detail = `${times.length} probes every ${probeMs} ms, longest ${show(Math.max(...times))} ms, ${all.length} attacks of scale ${scale}`;
  report({ name: 'Discovery during attacks, p99', measured: percentile(times, 0.99), unit: 'ms', bound: 250, detail });
  report({
    name: 'Peak memory of the service and its processes',
    measured: highestMebibytes,
    unit: 'MiB',
    bound: 1536,
    detail: `${show(serviceMebibytes)} MiB of it the service itself; ${processes} processes in all, ${endedReaders} of them ended meanwhile, ${atOnce} files at once`,
  });
  report({
    name: 'Attacks without an explained refusal',
    measured: silent.length,
    unit: 'attacks',
    bound: 0,
    detail:
      silent.map(({ name, answer }) => `${name}: ${answer.slice(0, 80)}`).join('; ') ||
      'each refusal has an explanation',
  });
  report({
    name: 'Crashes of the service',
    measured: crashed ? 1 : 0,
    unit: 'processes',
    bound: 0,
    detail: 'only processes that read a file crash',
  });
}

interface Watched {
  readonly times: readonly number[];
  readonly highestMebibytes: number;
  /** Of these, the memory of the service itself. */
  readonly serviceMebibytes: number;
  readonly processes: number;
  /** Processes of the service that exited during the attack. */
  readonly ended: number;
}

/** Requests the discovery continuously, and monitors the memory of the service and its child processes. */
async function watch(url: string, pid: number, signal: AbortSignal): Promise<Watched> {
  const times: number[] = [];
  const seen = new Set<number>();
  let highestMebibytes = 0;
  let serviceMebibytes = 0;
  let alive: readonly number[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    const response = await fetch(`${url}api/v1/meta/`).catch(() => null);
    await response?.arrayBuffer();
    times.push(response?.status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY);
    const pids = [pid, ...childrenOf(pid)];
    for (const former of alive.filter((one) => !pids.includes(one)))
      console.log(`process ${former} of the service ended`);
    alive = pids;
    for (const one of pids) seen.add(one);
    const each = pids.map((one) => residentMemory(one).now);
    const sum = each.reduce((total, one) => total + one, 0);
    if (sum > highestMebibytes) {
      highestMebibytes = sum;
      serviceMebibytes = each[0] ?? 0;
    }
    await wait(probeMs);
  }
  return { times, highestMebibytes, serviceMebibytes, processes: seen.size, ended: seen.size - alive.length };
}

/** Linux only. */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

interface Answer {
  readonly name: string;
  readonly answer: string;
  readonly inWords: boolean;
}

/** Whether an answer explains itself and does not report an internal error. */
function isSentence(text: string): boolean {
  return /\p{L}{3}.* .*\p{L}/su.test(text) && !/went wrong inside|internal server error/i.test(text);
}

function maker({ token }: Started) {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  return async (address: string, record: object) => {
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(record) });
    if (response.status !== 201) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  };
}

/** A table that is requested by clients that read nothing of the response. */
async function publishTable(started: Started): Promise<void> {
  const make = maker(started);
  await make(`${started.url}api/v1/namespaces/`, { label: 'Unread', slug: 'unread', published: true });
  await make(`${started.url}api/v1/namespaces/unread/datasets/`, { label: 'Table', slug: 'table', published: true });
  const lines = Array.from({ length: 400_000 }, (_, row) => `${row},name ${row * 7_919},${(row * 31) % 1_000}`);
  const file = { name: 'table.csv', bytes: Buffer.from(`id,name,value\n${lines.join('\n')}\n`), words: null };
  const answer = await publishOne(
    `${started.url}api/v1/namespaces/unread/datasets/table/versions/`,
    started.token,
    file,
  );
  if (!answer.inWords) throw new Error(answer.answer);
}

/** Clients that request a whole table and read nothing of the response. */
function readNothing(url: string) {
  const { hostname, port } = new URL(url);
  return Array.from({ length: 40 }, (_, at) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.pause();
    const format = ['csv', 'ndjson', 'tsv'][at % 3];
    const path = `/api/v1/namespaces/unread/datasets/table/download/?_format=${format}&value__gt=${at}`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    return socket;
  });
}

/** Cells that a hostile service sends as geometries. */
async function sendGeometries(child: ChildProcess): Promise<Answer[]> {
  // A page of a service has at most 128 MiB, and a geometry is read up to a limit.
  const levels = Math.min(100_000 * scale, Math.floor(maxGeometryLength / 22));
  const texts: readonly (readonly [string, string])[] = [
    ['collections within collections', 'GEOMETRYCOLLECTION('.repeat(levels)],
    ['opening brackets', `POLYGON${'('.repeat(20 * levels)}`],
    ['blanks', `POINT${' '.repeat(20 * levels)}x`],
    ['digits', `POINT(${'1'.repeat(20 * levels)}`],
    ['letters', 'POINTZM'.repeat(3 * levels)],
    ['points without an end', `LINESTRING(${'1 2,'.repeat(5 * levels)}`],
  ];
  const answers: Answer[] = [];
  for (const [name, text] of texts) {
    const answered = once(child, 'message') as Promise<[{ geometry: string }]>;
    child.send(text);
    const [{ geometry }] = await answered;
    answers.push({ name: `geometry of ${name}`, answer: geometry, inWords: isSentence(geometry) });
  }
  return answers;
}

function geometryAnswer(text: string): string {
  try {
    return `A ${readWellKnownText(text, 64).geometry.type} was read.`;
  } catch (error) {
    return String(error);
  }
}

async function publishAll(started: Started): Promise<Answer[]> {
  const { url, token } = started;
  const make = maker(started);
  await make(`${url}api/v1/namespaces/`, { label: 'Attacks', slug: 'attacks', published: true });
  const waiting = hostileFiles(scale);
  const answers: Answer[] = [];
  const one = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const slug = `attack-${randomBytes(6).toString('hex')}`;
      await make(`${url}api/v1/namespaces/attacks/datasets/`, { label: slug, slug });
      answers.push(await publishOne(`${url}api/v1/namespaces/attacks/datasets/${slug}/versions/`, token, file));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return answers;
}

async function publishOne(address: string, token: string, file: HostileFile): Promise<Answer> {
  const headers = { authorization: `Token ${token}` };
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(file.bytes)]), file.name);
  const began = performance.now();
  const accepted = await fetch(address, { method: 'POST', headers, body });
  const text = await accepted.text();
  if (accepted.status !== 202) {
    const inWords = accepted.status >= 400 && accepted.status < 500 && isSentence(text);
    return { name: file.name, answer: `${accepted.status} ${text}`, inWords };
  }
  const version = accepted.headers.get('location') ?? '';
  for (;;) {
    const found = await fetch(`${version}report/`, { headers });
    const { state, message } = (await found.json()) as { state: string; message: string };
    if (state !== 'importing') {
      console.log(`${file.name}: ${show((performance.now() - began) / 1000)} s, ${state} ${message}`);
      const expected = file.words === null ? state === 'ready' : file.words.test(message);
      return { name: file.name, answer: `${state} ${message}`, inWords: expected };
    }
    await wait(200);
  }
}

/** Malicious requests: hundreds of filters, expressions, nested bodies, very long addresses. */
async function askAll({ url }: Started): Promise<Answer[]> {
  const filters = (count: number, value: string) =>
    `${url}api/v1/namespaces/?${Array.from({ length: count }, () => `label__regex=${encodeURIComponent(value)}`).join('&')}`;
  const nested = `{"a":${'['.repeat(5_000 * scale)}${']'.repeat(5_000 * scale)}}`;
  const requests: readonly (readonly [string, () => Promise<Response>])[] = [
    ['550 filters', () => fetch(filters(550, 'a'))],
    ['a large expression', () => fetch(filters(1, `${'(a|b|ab)*'.repeat(200)}c`))],
    ['a nested body', () => fetch(`${url}api/v1/queries/`, { method: 'POST', body: nested, headers: json })],
    ['a long address', () => fetch(`${url}api/v1/namespaces/?search=${'x'.repeat(12_000)}`)],
  ];
  const answers: Answer[] = [];
  for (const [name, ask] of requests) {
    const response = await ask();
    const text = await response.text();
    const refused = response.status >= 400 && response.status < 500 && isSentence(text);
    answers.push({ name, answer: `${response.status} ${text}`, inWords: refused || response.status === 200 });
  }
  return answers;
}

/** Clients that start a request and then send nothing more. */
function connectSilently(url: string) {
  const { hostname, port } = new URL(url);
  return Array.from({ length: 20 }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(`POST /api/v1/namespaces/ HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 1000\r\n\r\n{`);
    return socket;
  });
}
