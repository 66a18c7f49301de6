import { expect, test } from 'vitest';
import { readJsonTree } from './json-view.ts';
import { recordFacts } from './record-facts.ts';

const facts = (record: unknown) => {
  const markup = recordFacts(readJsonTree(JSON.stringify(record)));
  return markup === null
    ? null
    : [...String(markup).matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [name, value]);
};

test('a record is shown as text, with its links and dates', () => {
  const record = {
    id: 7,
    url: 'http://h/api/v1/users/7/',
    is_staff: true,
    is_active: false,
    groups: ['http://h/g/1/', 'http://h/g/2/'],
    date_joined: '2020-05-01T00:00:00.000Z',
    last_login: null,
    email: '',
    parameters: { search: '' },
    __version__: '1.0',
  };
  expect(facts(record)).toEqual([
    ['Is staff', 'yes'],
    ['Is active', 'no'],
    ['Groups', '<a href="http://h/g/1/">http://h/g/1/</a>, <a href="http://h/g/2/">http://h/g/2/</a>'],
    ['Date joined', '<time datetime="2020-05-01T00:00:00.000Z">1 May 2020, 00:00 UTC</time>'],
    ['Version', '1.0'],
  ]);
});

test('a version’s metadata is shown too, and missing members are skipped', () => {
  const metadata = Buffer.from('{"rows":9007199254740993,"licence":"CC0","columns":[{"name":"a"}]}').toString('base64');
  expect(facts({ checksum: 'abc', metadata })).toEqual([
    ['Checksum', 'abc'],
    ['Rows', '9,007,199,254,740,993'],
    ['Licence', 'CC0'],
  ]);
  expect(facts({ checksum: 'abc', metadata: 'gAAAAABf' })).toEqual([['Checksum', 'abc']]);
});

test('lists, and records without readable fields, have no facts', () => {
  expect([facts({ count: 1, results: [] }), facts({ id: 1 }), facts([])]).toEqual([null, null, null]);
});
