import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Service, startService } from '../../../electron/service/service.ts';
import { bytesOf, type FuzzTarget } from '../fuzz-target.ts';

let folder = '';
let service: Service | null = null;

async function openService(): Promise<Service> {
  if (service !== null) return service;
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-fuzz-'));
  service = await startService({ dataFolder: path.join(folder, 'data') });
  const file = path.join(folder, 'rows.csv');
  await writeFile(file, 'year,name,share,place\n1990,Ulm,0.5,POINT (13 51)\n1991,"a,b",,\n1992,é,1.5,POINT (14 52)\n');
  for (let version = 0; version < 2; version += 1) {
    await service.publish(
      {
        file: { path: file, format: 'csv' },
        namespace: { slug: 'n', create: { label: 'N', published: true, allowedGroups: [] } },
        dataset: { slug: 'd', create: { label: 'D', description: '' } },
        mode: 'replace',
        columns: [],
        sourceName: 'rows.csv',
      },
      {},
    );
  }
  return service;
}

const dataset = 'namespaces/n/datasets/d/';
const resources = [
  'data/',
  'data/',
  'data/',
  'profile/',
  'outline/',
  'download/',
  'versions/',
  'statistics/',
  'changes/',
  '',
];

function ask(base: string, target: string): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(base, { path: target, timeout: 20_000 }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }));
      answer.on('error', reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('There is no answer within 20 seconds.')));
    sent.on('error', reject);
    sent.end();
  });
}

/** Parameters of every address of a dataset: the answer is never an error of the server. */
export const parameters: FuzzTarget = {
  seeds: () =>
    bytesOf(
      '0?year__gte=1990&name=Ulm&ordering=-year&fields=year,name&limit=2&offset=1',
      '0?share__isnull=true&_join=OR&search=u&_format=csv',
      '0?place__bbox=13,50,15,53&name__icontains=a&name__in=a,b&name__regex=^a',
      '0?_group_by=name&_aggregate__n=Count()&_aggregate__s=Sum(share)&_aggregate__a=Average(year)&ordering=-n',
      '0?_group_by=Bin(year,2)&_aggregate__m=Median(share)&_aggregate__n=Count(name)&_having__n__gt=1',
      '0?_group_by=Cell(place,0.5),Lower(name)&_aggregate__q=Quantile(share,0.9)&_aggregate__f=First(name)',
      '3?fields=year',
      '5?_format=json&year__lt=1992',
      '5?_format=xlsx&ordering=name',
      '6?limit=1&offset=0',
      '8?limit=5',
    ),
  words: [
    'year',
    'name',
    'share',
    'place',
    '__gte=',
    '__in=',
    '__isnull=',
    '__range=',
    '__regex=',
    '__bbox=',
    '__icontains=',
    '__not=',
    'ordering=-',
    'fields=',
    'limit=',
    'offset=',
    'search=',
    '_format=',
    '_join=OR',
    '_collation=',
    '_group_by=',
    '_aggregate__n=',
    '_having__n__lt=',
    'Bin(year,',
    'Cell(place,',
    'Week(name)',
    'Share()',
    'Quantile(year,0.5)',
    'version=',
    '%2C',
    '%00',
    '%FF',
    '+',
    '&&',
  ],
  async run(bytes) {
    const { url } = await openService();
    // An address holds no control characters and no blanks; everything else is sent as it is.
    const text = Buffer.from(bytes.subarray(0, 4_000))
      .toString('latin1')
      .replaceAll(/[^\x21-\x7e]/g, (one) => encodeURIComponent(one));
    const resource = resources[(text.charCodeAt(0) || 0) % resources.length] ?? '';
    const query = text.replace(/^[^?]*\??/, '').replaceAll('#', '%23');
    const target = `/api/v1/${dataset}${resource}?${query}`;
    const { status, text: answer } = await ask(url, target);
    if (status >= 500 || status === 0) throw new Error(`${target}: ${status} ${answer.slice(0, 300)}`);
  },
  async close() {
    await service?.close();
    service = null;
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  },
};
