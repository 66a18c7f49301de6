import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Transformer } from '@napi-rs/image';
import type { Program } from '../program.ts';

/** Made for the kept stores alone; they are public. */
export const password = 'A long password of words 1';

export const people = [
  { name: 'staff', words: ['--staff'] },
  { name: 'reader', words: ['--group', 'readers'] },
  { name: 'outsider', words: [] },
] as const;

/**
 * Fills a store with what a program offers: accounts and a group; datasets with every kind of value, with replaced,
 * appended and deleted versions, open and private; a deleted dataset; an image; saved queries; a followed address; and
 * the files that reading leaves. Steps that an earlier program does not know are left out, and said.
 * @returns a token for each user
 */
export async function fillStore(program: Program): Promise<Record<string, string>> {
  const at = ['--data', program.data];
  const file = async (name: string, text: string) => {
    const target = path.join(path.dirname(program.data), name);
    await writeFile(target, text);
    return target;
  };
  const publish = async (name: string, text: string, to: string, ...words: string[]) =>
    program.run(['publish', await file(name, text), '--to', to, ...at, ...words]);

  const tokens: Record<string, string> = {};
  for (const { name, words } of people) {
    await program.run(['user', 'add', name, ...words, ...at], { input: `${password}\n` });
    tokens[name] = (await program.run(['user', 'token', name, ...at])).trim();
  }
  await publish('values.csv', valuesFile(0, 60), 'open/values', '--label', 'Values of every kind');
  await publish('values.csv', valuesFile(20, 90), 'open/values');
  await publish('values.csv', valuesFile(90, 120), 'open/values', '--mode', 'append');
  await publish('places.geojson', placesFile(), 'open/places');
  await publish('nested.ndjson', nestedFile(), 'open/nested');
  await publish('removed.csv', 'a,b\n1,2\n', 'open/removed');
  for (const round of [1, 2, 3])
    await publish('notes.csv', notesFile(round), 'closed/notes', ...(round === 1 ? ['--private'] : []));
  await change(program, tokens.staff ?? '');
  await follow(program, at);
  return tokens;
}

/** What only requests can do. */
async function change(program: Program, token: string): Promise<void> {
  const served = await program.serve();
  try {
    await changeOver(served.url, token);
  } finally {
    await served.stop();
  }
}

async function changeOver(url: string, token: string): Promise<void> {
  const ask = async (method: string, place: string, body: object | FormData | null = null) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(/^http/.test(place) ? place : `${url}api/v1/${place}`, {
      method,
      headers: {
        Authorization: `Token ${token}`,
        ...(isForm || body === null ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === null ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${place}: ${answer.status} ${text.slice(0, 400)}`);
    return text === '' ? null : JSON.parse(text);
  };
  const groups = await ask('GET', 'groups/');
  await ask('PATCH', 'namespaces/closed/', {
    label: 'Closed',
    description: 'Only for *readers*.',
    published: true,
    allowed_groups: [groups.results[0].url],
  });
  const picture = await Transformer.fromRgbaPixels(Buffer.alloc(96 * 64 * 4, 0x7f), 96, 64).png();
  const form = new FormData();
  form.set('image', new Blob([Buffer.from(picture)]), 'picture.png');
  await ask('PATCH', 'namespaces/open/', form);
  const values = await ask('PATCH', 'namespaces/open/datasets/values/', { description: 'A table of *every* kind.' });
  const notes = await ask('GET', 'namespaces/closed/datasets/notes/');
  await ask('DELETE', notes.versions[1].url);
  await ask('DELETE', 'namespaces/open/datasets/removed/');
  for (const [label, dataset, parameters] of [
    [
      'Large ones',
      values.url,
      {
        ordering: [{ column: 'half', descending: true }],
        filters: [{ column: 'whole', lookup: 'gte', value: '50' }],
        fields: ['whole', 'half', 'text'],
        search: '',
      },
    ],
    ['Notes of readers', notes.url, { ordering: [], filters: [], fields: ['id', 'note'], search: 'of 3' }],
  ] as const)
    await ask('POST', 'queries/', { label, slug: label.toLowerCase().replaceAll(' ', '-'), dataset, parameters });
  const isOffered = await fetch(`${url}api/v1/namespaces/open/datasets/values/provenance/`);
  if (isOffered.ok)
    await ask('PATCH', 'namespaces/open/datasets/values/provenance/', {
      licence: 'CC-BY-4.0',
      source: 'https://example.org/',
    });
  else console.log('This program has no provenance.');
  // What reading leaves: orders, filters, profiles, a file in another format.
  for (const place of ['data/?ordering=-text', 'data/?half__gt=3', 'data/?search=zwei', 'profile/', 'download/']) {
    const answer = await fetch(`${url}api/v1/namespaces/open/datasets/values/${place}`);
    await answer.arrayBuffer();
    if (!answer.ok) console.log(`This program answers ${place} with ${answer.status}.`);
  }
}

/** Follows a file of a web server that changes once. */
async function follow(program: Program, at: readonly string[]): Promise<void> {
  const help = await program.run(['--help']);
  if (!/^ {2}follow /m.test(help)) {
    console.log('This program does not follow.');
    return;
  }
  let text = 'id,cases\n1,10\n2,20\n3,30\n';
  const web = createServer((_, answer) => answer.writeHead(200, { 'Content-Type': 'text/csv' }).end(text));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  try {
    const address = `http://127.0.0.1:${(web.address() as AddressInfo).port}/cases.csv`;
    await program.run(['follow', address, '--to', 'open/followed', '--every', '1w', '--allow-private', ...at]);
    text = 'id,cases\n1,10\n2,25\n3,30\n4,40\n';
    await program.run(['follow', 'check', 'open/followed', ...at]);
  } finally {
    web.close();
  }
}

/** Rows with every type, and without values in each column. */
function valuesFile(from: number, to: number): string {
  const texts = ['eins', 'zwei “drei”', 'a, comma', 'two\nlines', 'ünï€ødé 日本語', '=1+1', ''];
  const lines = ['whole,large,half,exact,yes,text,day,moment,zoned,clock,month,quarter,week,few'];
  for (let at = from; at < to; at += 1) {
    const two = (number: number) => String(number).padStart(2, '0');
    const day = `2024-${two(1 + (at % 12))}-${two(1 + (at % 28))}`;
    const clock = `${two(at % 24)}:${two((at * 7) % 60)}:00`;
    const cells = [
      String(at),
      String(9_007_199_254_740_993n + BigInt(at) * 1_000_003n),
      String(at / 2 + 0.5),
      `${at}.${String(at * 7_919).padStart(17, '1')}`,
      at % 3 === 0 ? 'true' : 'false',
      `"${(texts[at % texts.length] ?? '').replaceAll('"', '""')}"`,
      day,
      `${day}T${clock}`,
      `${day}T${clock}+02:00`,
      clock,
      day.slice(0, 7),
      `2024-Q${1 + (at % 4)}`,
      `2024-W${two(1 + (at % 52))}`,
      ['red', 'green', 'blue'][at % 3] ?? '',
    ];
    // One column after another lacks a value.
    cells[at % (cells.length + 3)] = '';
    lines.push(cells.slice(0, 14).join(','));
  }
  return `${lines.join('\n')}\n`;
}

function placesFile(): string {
  const features = Array.from({ length: 12 }, (_, at) => ({
    type: 'Feature',
    properties: { name: `Place ${at}`, people: at === 3 ? null : at * 1_000 },
    geometry:
      at % 3 === 0
        ? {
            type: 'Polygon',
            coordinates: [
              [
                [at, 0],
                [at + 1, 0],
                [at + 1, 1],
                [at, 0],
              ],
            ],
          }
        : { type: 'Point', coordinates: [at + 0.25, 47.5] },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

function nestedFile(): string {
  const rows = Array.from({ length: 9 }, (_, at) => ({ id: at, list: [at, at + 1], inside: { a: `x${at}`, b: null } }));
  return `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
}

const notesFile = (round: number) =>
  `id,note\n${Array.from({ length: 10 * round }, (_, at) => `${at},note ${at} of ${round}`).join('\n')}\n`;
