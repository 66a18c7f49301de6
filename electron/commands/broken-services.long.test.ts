import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answeringRows,
  contradictingVariants,
  envelopeOf,
  leadingTo,
  lossyVariants,
  malformedVariants,
  refusingRows,
  unusualVariants,
} from '../connector/testing/broken-variants.ts';
import { protocolViolations } from '../connector/testing/protocol-violations.ts';
import { startRecorder } from '../connector/testing/recorder.ts';
import type { Variant } from '../connector/testing/variant.ts';
import { startVariant, type VariantService } from '../connector/testing/variant-service.ts';
import { shareOf } from '../lib/testing/tier.ts';
import { startService } from '../service/service.ts';
import { waitsOf } from './running/job-session.ts';
import { runCommandHere } from './testing/run-command.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-broken-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function withService<Result>(
  variant: Variant,
  act: (service: VariantService) => Promise<Result>,
): Promise<Result> {
  const service = await startVariant(variant);
  try {
    return await act(service);
  } finally {
    await service.close();
  }
}

/** Whatever the rows are, the catalogue is listed, and no message mentions an internal error. */
async function expectListed(variant: Variant): Promise<void> {
  const listed = await withService(variant, (service) => run('ls', service.url));
  expect(listed.out).toMatch(/everything +Everything +[–\d]+ +8 /);
  expect(listed.out).toMatch(/nothing +Nothing +0 +0 /);
  expect(listed).toMatchObject(
    listed.err === ''
      ? { status: 0 }
      : { status: 6, err: expect.stringMatching(/^almanac: Some of the catalogue could not be read/) },
  );
  expect(listed.err).not.toMatch(/went wrong inside/);
}

const dataset = ({ url }: VariantService) => `${url}api/v1/namespaces/city/datasets/everything/`;
const run = (...words: readonly string[]) => runCommandHere(...words, '--data', path.join(folder, 'data'));

function exportTo(service: VariantService, file: string, ...words: readonly string[]) {
  return run('export', dataset(service), '--to', path.join(folder, file), '--no-descriptor', ...words);
}

describe('answers that are not the rows of the dataset', () => {
  it.each(shareOf(Object.entries({ ...malformedVariants, ...lossyVariants }), 6))(
    '%s',
    async (_name, { start, message }) => {
      for (const format of ['csv', 'geojson']) {
        const exported = await withService(start(), (service) => exportTo(service, `malformed.${format}`));
        expect(exported).toMatchObject({ status: 1, out: '', err: expect.stringMatching(message) });
      }
      const pinned = await withService(start(), (service) => run('pin', dataset(service)));
      expect(pinned).toMatchObject({ status: 1, out: '', err: expect.stringMatching(message) });
      await expectListed(start());
      expect((await readdir(folder)).filter((name) => name.includes('malformed'))).toEqual([]);
    },
  );

  it.each(Object.entries(unusualVariants))(
    'are distinguished from what is merely unusual: %s',
    async (_name, variant) => {
      await withService(variant, async (service) => {
        const { status, err } = await exportTo(service, 'unusual.ndjson', '--fields', 'id,__proto__');
        expect({ status, err }).toMatchObject({ status: 0 });
        expect(await readFile(path.join(folder, 'unusual.ndjson'), 'utf8')).toBe('{"id":1,"__proto__":"Größe"}\n');
      });
    },
  );
});

const rowRequests = ({ recorded }: VariantService) =>
  recorded.filter(({ url }) => url.includes('/everything/data/')).length;

describe('bytes after the answer', () => {
  it.each(shareOf(['\0', ' \0\0 ', '\x0c', '{}', '\u00a0'], 3))('are not part of it: %j', async (behind) => {
    await withService(
      answeringRows(() => `${envelopeOf('[]', { count: '0' })}${behind}`),
      async (service) => {
        const { status, err } = await exportTo(service, 'behind.csv');
        expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('is not JSON') });
      },
    );
  });
});

/** A list without an error does not promise that the rows can be read. */
async function listing(variant: Variant): Promise<void> {
  const { status, out, err } = await withService(variant, (service) => run('ls', service.url));
  expect(out).toMatch(/everything +Everything +[–\d,]+ +3 /);
  expect({ status, err }).toEqual(
    status === 0
      ? { status, err: '' }
      : { status: 6, err: expect.stringMatching(/could not be read.\n {2}city\/everything: /) },
  );
}

describe('a service that violates HTTP or its own paging', () => {
  let versions = 0;
  /** Ports are reused: a copy from one service must not be found for another. */
  const nextVersion = () => `202405060708${String(versions).padStart(8, '0')}`;

  // Copying correct rows takes seconds, and so does giving up on an interrupted answer.
  it.each(shareOf(Object.entries(protocolViolations), 12))(
    'ends in a message or is read right: %s',
    async (name, { start, outcome, copied }) => {
      const file = path.join(folder, 'lie.ndjson');
      await rm(file, { force: true });
      await listing(start());
      const sent: (string | undefined)[] = [];
      const exported = await withService(start(), async (service) => {
        const result = await exportTo(service, 'lie.ndjson');
        sent.push(...service.recorded.map(({ authorization }) => authorization));
        return result;
      });
      expect(sent.filter((one) => one !== undefined)).toEqual([]);
      if (outcome instanceof RegExp) {
        expect(exported).toMatchObject({ status: 1, out: '', err: expect.stringMatching(outcome) });
        // Rows read so far may be kept for a later run.
        expect(await readdir(folder)).not.toContain('lie.ndjson');
      } else {
        expect({ ...exported, err: '' }).toMatchObject({ status: 0 });
        const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
        expect(lines.map((line) => JSON.parse(line).id)).toEqual(outcome);
      }
      versions += 1;
      const pinned = await withService({ ...start(), version: nextVersion }, (service) => run('pin', dataset(service)));
      const message = outcome instanceof RegExp ? outcome : copied;
      expect(pinned, name).toMatchObject(
        message === undefined
          ? { status: 0, out: expect.stringContaining('Copied') }
          : { status: outcome instanceof RegExp ? 1 : 3, out: '', err: expect.stringMatching(message) },
      );
    },
  );
});

describe('pages that contradict each other', () => {
  it.each(shareOf(Object.entries(contradictingVariants), 3))(
    'are read at most twice: %s',
    async (_name, { start, message }) => {
      for (const act of [
        (service: VariantService) => exportTo(service, 'contradiction.csv'),
        (service: VariantService) => run('pin', dataset(service)),
      ]) {
        await withService(start(), async (service) => {
          expect(await act(service)).toMatchObject({ status: 1, out: '', err: expect.stringMatching(message) });
          // Two readings of five pages, the prefetched pages, and the count before them.
          expect(rowRequests(service)).toBeLessThanOrEqual(20);
        });
      }
      await expectListed(start());
    },
  );

  it('are followed to another server at most once', async () => {
    for (const code of shareOf([302, 200, 404, 429, 500, 503], 3)) {
      let times = 0;
      const elsewhere = await startVariant({
        intercept(_request, response) {
          times += 1;
          response.writeHead(code, { 'content-type': 'application/json' }).end('{"detail":"Nein."}');
          return true;
        },
      });
      try {
        await withService(leadingTo(`${elsewhere.url}rows/?offset=100`), async (service) => {
          const { status, err } = await exportTo(service, 'elsewhere.csv');
          expect({ status, err }).toEqual({
            status: 1,
            err: expect.stringMatching(`127.0.0.1:${elsewhere.port}|redirects Almanac elsewhere`),
          });
        });
        expect({ code, times }).toEqual({ code, times: 1 });
      } finally {
        await elsewhere.close();
      }
    }
  });

  it('are followed once if the other server has only some of the rows', async () => {
    const elsewhere = await startRecorder();
    try {
      await withService(leadingTo(`${elsewhere.url}rows/?offset=100`), async (service) => {
        const { status, err } = await exportTo(service, 'elsewhere.csv');
        expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('250 rows, but returned 101') });
      });
      expect(elsewhere.received.length).toBe(1);
    } finally {
      await elsewhere.close();
    }
  });
});

describe('a service that asks to wait', () => {
  it.each([
    ['3600', /Try again in 3600 seconds.*--patient/],
    ['99999999', /Try again in 31622400 seconds.*--patient/],
    [new Date(Date.now() + 864e5).toUTCString(), /Try again in 8\d{4} seconds.*--patient/],
    ['-1', /wants fewer requests/],
    ['soon', /wants fewer requests/],
  ])('is not waited for by default: %s', async (retryAfter, message) => {
    await withService(refusingRows(429, { 'retry-after': retryAfter }), async (service) => {
      const { status, err } = await exportTo(service, 'waiting.csv', '--timeout', '5');
      expect({ status, err }).toEqual({ status: 1, err: expect.stringMatching(message) });
      const listed = await run('ls', service.url, '--json');
      expect(listed.status).toBe(6);
      const [everything, nothing] = JSON.parse(listed.out).namespaces[0].datasets;
      expect(everything).toMatchObject({ slug: 'everything', rows: null, failure: { code: 'throttled' } });
      expect(nothing).toMatchObject({ slug: 'nothing' });
    });
  });

  it('is waited for with --patient', async () => {
    let times = 0;
    const variant: Variant = {
      intercept(_request, response, address) {
        if (!address.pathname.endsWith('/everything/data/') || times >= 4) return false;
        times += 1;
        response.writeHead(429, { 'retry-after': '1' }).end('{}');
        return true;
      },
    };
    await withService(variant, async (service) => {
      expect(await exportTo(service, 'patient.csv', '--patient')).toMatchObject({ status: 0 });
    });
  });
});

describe('a service that hangs', () => {
  const silent: Readonly<Record<string, Variant>> = {
    everywhere: { intercept: () => true },
    'at the rows': { intercept: (_request, _response, { pathname }) => pathname.endsWith('/everything/data/') },
    'in the middle of an answer, a byte at a time': {
      intercept(_request, response, { pathname }) {
        if (!pathname.endsWith('/everything/data/')) return false;
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 100);
        response.on('close', () => clearInterval(timer));
        return true;
      },
    },
  };

  it.each(shareOf(Object.entries(silent), 3))('%s is given up after the timeout', async (_name, variant) => {
    await withService(variant, async (service) => {
      for (const words of [
        ['ls', service.url],
        ['pin', dataset(service)],
      ]) {
        const { status, err } = await run(...words, '--timeout', '0.7');
        expect({ status, err }).toEqual({
          status: expect.toSatisfy((code) => code === 1 || code === 6),
          err: expect.stringMatching(/has not answered for 1 second[^s].*--patient/),
        });
      }
      const { status, err } = await exportTo(service, 'silent.csv', '--timeout', '0.7');
      expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('has not answered') });
    });
  });
});

describe('the time limit without progress', () => {
  it('is a single one on the command line, with no shorter one that would be hit repeatedly', () => {
    for (const timeout of [40, 300]) {
      const { limits } = waitsOf({ timeout });
      expect(limits.quiet?.maxMs).toBe(timeout * 1000);
      expect(limits.headersMs).toBeGreaterThan(timeout * 1000);
      expect(limits.stallMs).toBeGreaterThan(timeout * 1000);
    }
  });

  it('limits retries, except with --patient', () => {
    expect(waitsOf({}).retryLimits.maxFailingMs).toBeLessThan(30_000);
    expect(waitsOf({ patient: true }).retryLimits.maxFailingMs).toBeUndefined();
  });
});

describe('a record with invalid addresses', () => {
  it.each(['url', 'data', 'download', 'namespace'])('is read at the usual address (%s)', async (member) => {
    const record = (address: string) =>
      `{"id":1,"slug":"everything","label":"Everything","columns":[{"name":"id","type":"integer"}],"versions":[],"${member}":"${address}"}`;
    for (const address of ['http://[', 'https://exa mple/', ...(member === 'data' ? [] : ['mailto:ada@example.org'])]) {
      const variant = answeringRows(() => envelopeOf('[{"id":1}]'), {
        intercept(_request, response, { pathname }) {
          if (!pathname.endsWith('/everything/')) return false;
          response.writeHead(200, { 'content-type': 'application/json' }).end(record(address));
          return true;
        },
      });
      await withService(variant, async (service) => {
        const file = path.join(folder, 'addresses.csv');
        const { status, err } = await run('export', dataset(service), '--to', file);
        expect({ address, status, err }).toMatchObject({ address, status: 0 });
        expect(await readFile(file, 'utf8')).toBe('id\r\n1\r\n');
      });
    }
  });
});

describe('names from a service', () => {
  it('are shown without terminal control sequences', async () => {
    const label = '\u001b]52;c;cm0=\u0007\u009b2J\u202egnp.exe\r\nalmanac: all is well';
    const variant: Variant = {
      intercept(_request, response, { pathname }) {
        if (!pathname.endsWith('/namespaces/')) return false;
        const namespace = { id: 1, slug: 'city', label, url: `${pathname}city/`, datasets: [] };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(envelopeOf(JSON.stringify([namespace])));
        return true;
      },
    };
    await withService(variant, async (service) => {
      const { status, out } = await run('ls', service.url);
      expect(status).toBe(0);
      expect(out).toMatch(/^city +␛\]52;c;cm0=␇\ufffd2J\ufffdgnp\.exe almanac: all is well$/m);
      const { namespaces } = JSON.parse((await run('ls', service.url, '--json')).out);
      expect(namespaces[0].label).toBe(label);
    });
  });
});

describe('a catalogue with a failing dataset', () => {
  it.each([
    [500, 'server-error'],
    [429, 'throttled'],
    [200, 'not-this-kind'],
  ])('shows the others (status %i)', async (code, failure) => {
    await withService(refusingRows(code), async (service) => {
      const { status, out, err } = await run('ls', service.url);
      expect(status).toBe(6);
      expect(out).toMatch(/everything +Everything +– +8 /);
      expect(out).toMatch(/nothing +Nothing +0 +0 /);
      expect(err).toMatch(/Some of the catalogue could not be read.\n {2}city\/everything: /);
      const { namespaces } = JSON.parse((await run('ls', service.url, '--json')).out);
      expect(namespaces[0].datasets).toMatchObject([{ failure: { code: failure } }, { rows: 0 }]);
      expect(await run('ls', service.url, '--no-counts')).toMatchObject({ status: 0, err: '' });
    });
  });
});

describe('columns', () => {
  const exportFormats = ['csv', 'tsv', 'json', 'ndjson', 'geojson', 'xlsx', 'parquet'];

  it('with duplicate names are refused in every format', async () => {
    const columns = [
      { name: 'a', type: 'integer' },
      { name: 'b', type: 'text' },
      { name: 'a', type: 'text' },
    ];
    const variant = answeringRows(() => envelopeOf('[{"a":1,"b":"x","a":"y"}]'), { columns });
    await withService(variant, async (service) => {
      const message = expect.stringMatching(/two columns named “a”/);
      for (const format of exportFormats) {
        expect(await exportTo(service, `alike.${format}`)).toMatchObject({ status: 1, err: message });
      }
      expect(await run('pin', dataset(service))).toMatchObject({ status: 1, err: message });
    });
  });

  const columns = [
    { name: 'count', type: 'integer' },
    { name: 'code', type: 'char' },
    { name: 'title', type: 'text' },
    { name: 'share', type: 'float' },
    { name: 'long', type: 'integer' },
    { name: 'place', type: 'geometry' },
    { name: 'flag', type: 'boolean' },
    { name: 'seen', type: 'datetime' },
    { name: 'void', type: 'integer' },
  ];
  const values = [
    '7',
    '"007"',
    '"12"',
    '1',
    '9007199254740993',
    '{"type":"Point","coordinates":[1.5,2]}',
    'true',
    '"2024-05-06T07:08:09Z"',
    'null',
  ];
  const item = `{${columns.map(({ name }, at) => `"${name}":${values[at]}`).join(',')}}`;
  const typed = answeringRows(() => envelopeOf(`[${item},${item}]`, { count: '2' }), { columns });

  it('keep their names, types and values in every format', async () => {
    await withService(typed, async (service) => {
      for (const format of exportFormats) {
        expect(await exportTo(service, `typed.${format}`)).toMatchObject({ status: 0 });
      }
      const [line] = (await readFile(path.join(folder, 'typed.ndjson'), 'utf8')).split('\n');
      expect(line).toBe(item);
    });
  });

  it('whose names contain NUL keep it in text formats, and have its symbol in a copy and in Parquet', async () => {
    const odd = [
      { name: 'a\0b', type: 'integer' },
      { name: 'c', type: 'integer' },
    ];
    const variant = answeringRows(() => envelopeOf('[{"a\\u0000b":1,"c":2}]'), { columns: odd });
    await withService(variant, async (service) => {
      expect(await exportTo(service, 'nul.ndjson')).toMatchObject({ status: 0 });
      expect(await readFile(path.join(folder, 'nul.ndjson'), 'utf8')).toBe('{"a\\u0000b":1,"c":2}\n');
      expect(await exportTo(service, 'nul.parquet')).toMatchObject({ status: 0 });
      expect(await readFile(path.join(folder, 'nul.parquet'), 'utf8')).toContain('a\u2400b');
      expect(await run('pin', dataset(service))).toMatchObject({ status: 0 });
    });
  });

  it.each(['within the command', 'by another process'])('keep their types in a copy that is stored %s', async (how) => {
    const data = await mkdtemp(path.join(folder, 'store-'));
    const store = how === 'by another process' ? await startService({ dataFolder: data }) : null;
    try {
      await withService(typed, async (service) => {
        const pinned = await runCommandHere('pin', dataset(service), '--data', data);
        expect(pinned, pinned.err).toMatchObject({ status: 0 });
      });
    } finally {
      await store?.close();
    }
    const opened = await startService({ dataFolder: data });
    try {
      const url = `${opened.url}api/v1/namespaces/city/datasets/everything/`;
      const authorization = `Token ${await opened.issueOperatorToken()}`;
      const read = async (address: string) => (await fetch(address, { headers: { authorization } })).text();
      const record = JSON.parse(await read(url)) as { columns: { name: string; type: string }[] };
      const types = Object.fromEntries(record.columns.map(({ name, type }) => [name, type]));
      expect(types).toEqual({
        ...Object.fromEntries(columns.map(({ name, type }) => [name, type])),
        flag: 'text',
        seen: 'text',
      });
      expect(await read(`${url}data/?limit=1`)).toContain(
        item.replace('"share":1,', '"share":1.0,').replace('"flag":true', '"flag":"true"'),
      );
    } finally {
      await opened.close();
    }
  });
});
