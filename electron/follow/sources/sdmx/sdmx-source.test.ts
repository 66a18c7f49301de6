import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  choiceOf,
  describeEntry,
  failureOfFetch,
  fetchEntry,
  find,
  list,
  stateOf,
} from '../../testing/fetch-source.ts';
import { openSdmxService, type SdmxStandIn } from '../../testing/servers/sdmx-service.ts';
import { htmlPage } from '../../testing/stand-in.ts';
import { sdmxSource as source } from './sdmx-source.ts';

let service: SdmxStandIn;
beforeAll(async () => {
  service = await openSdmxService();
});
afterEach(() => {
  service.requested.length = 0;
  Object.assign(service, {
    csvBy: 'accept',
    claimed: null,
    updated: null,
    validFrom: null,
    prepares: null,
    prepared: 'AVAILABLE',
    before: () => null,
  });
});
afterAll(() => service.close());

const version21 = () => `${service.url}rest/dataflow/OFF/POP`;
const version30 = () => `${service.url}sdmx/3.0/structure/dataflow/OFF/POP/~`;
const pop = (parameters = {}, address = version21()) => choiceOf(source, address, 'OFF:POP', parameters);

const whole = [
  'FREQ,FREQ_label,GEO,GEO_label,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_STATUS_label',
  'A,Annual,CH,Switzerland & more,2023,8900000,,',
  'A,Annual,CH,Switzerland & more,2024,9000000,p,Provisional',
  'A,Annual,IT,Italy,2024,59000000,,',
];

describe.each([
  ['2.1', version21],
  ['3.0', version30],
])('a service of SDMX %s', (_, address) => {
  it('is found by a dataflow', async () => {
    expect(await find(source, address())).toMatchObject({
      title: 'Population',
      publisher: 'OFF',
      entries: [{ id: 'OFF:POP', format: 'SDMX-CSV' }],
    });
  });

  it('describes its dimensions with codes to choose from', async () => {
    const { parameters, columns } = await describeEntry(source, pop({}, address()));
    expect(parameters).toEqual([
      { name: 'FREQ', title: 'Frequency', values: [{ id: 'A', title: 'Annual' }] },
      {
        name: 'GEO',
        title: 'Region',
        values: [
          { id: 'CH', title: 'Switzerland & more' },
          { id: 'IT', title: 'Italy' },
        ],
      },
      { name: 'startPeriod', title: 'startPeriod', values: [] },
      { name: 'endPeriod', title: 'endPeriod', values: [] },
    ]);
    expect(columns.slice(0, 3).map(({ name, title }) => [name, title])).toEqual([
      ['FREQ', 'Frequency'],
      ['FREQ_label', 'Frequency'],
      ['GEO', 'Region'],
    ]);
  });

  it('is read whole, with labels beside the codes and without what differs at each export', async () => {
    const { texts, rows, options, codes = [] } = await fetchEntry(source, pop({}, address()));
    expect(texts[0]?.trimEnd().split('\n')).toEqual(whole);
    expect(rows).toBe(3);
    expect(codes.map(({ column }) => column)).toEqual(['FREQ', 'GEO', 'OBS_STATUS']);
    expect(codes[1]?.codes).toEqual([
      { code: 'CH', label: 'Switzerland & more' },
      { code: 'IT', label: 'Italy', parent: 'CH' },
    ]);
    expect(options.columns?.map((column) => column.source)).toEqual([
      'FREQ',
      'FREQ_label',
      'GEO',
      'GEO_label',
      'OBS_STATUS',
      'OBS_STATUS_label',
    ]);
  });

  it('is read in part, by codes and time', async () => {
    const rows = async (parameters: Record<string, string>) =>
      (await fetchEntry(source, pop(parameters, address()))).rows;
    expect(await rows({ GEO: 'CH' })).toBe(2);
    expect(await rows({ GEO: 'CH+IT', startPeriod: '2024' })).toBe(2);
    expect(await failureOfFetch(source, pop({ GEO: 'XX' }, address()))).toContain('no value “XX” of “GEO”');
    expect(await failureOfFetch(source, pop({ SIZE: '1' }, address()))).toContain('“SIZE”');
  });
});

it('the list of dataflows is paged and searched, and an address of data keeps its selection', async () => {
  const found = await find(source, `${service.url}rest/dataflow`);
  expect(found).toMatchObject({ searchable: true, more: '100' });
  expect((await list(source, `${service.url}rest/dataflow`, 'populat')).entries).toMatchObject([
    { title: 'Population', leadsTo: version21() },
  ]);
  const selected = `${service.url}rest/data/OFF,POP,1.2/A.CH?startPeriod=2024`;
  expect((await find(source, selected))?.title).toBe('Population');
  expect((await fetchEntry(source, pop({}, selected))).rows).toBe(1);
  expect(await find(source, `${service.url}rest/dataflow/OFF/NEVER`)).toBeNull();
});

it('a service that knows CSV by a parameter alone is asked so', async () => {
  service.csvBy = 'format';
  expect((await fetchEntry(source, pop())).rows).toBe(3);
});

it('has a state by its annotations, otherwise by its constraint', async () => {
  expect(await stateOf(source, pop())).toBeNull();
  service.validFrom = '2026-03-01T00:00:00Z';
  const before = await stateOf(source, pop());
  expect(before).toMatchObject({ validFrom: service.validFrom });
  service.validFrom = '2026-04-01T00:00:00Z';
  expect(await stateOf(source, pop())).not.toEqual(before);
  Object.assign(service, { updated: '2026-03-05T11:00:00+0100', claimed: 3 });
  expect(await stateOf(source, pop())).toEqual({ updated: '2026-03-05T11:00:00+0100', observations: 3 });
  expect((await fetchEntry(source, pop())).state).toEqual(await stateOf(source, pop()));
});

describe('a faulty service', () => {
  it('that sends fewer observations than it counts', async () => {
    service.claimed = 4;
    expect(await failureOfFetch(source, pop())).toContain('states 4 rows, but sent 3');
    expect((await fetchEntry(source, pop({ GEO: 'CH' }))).rows).toBe(2);
  });

  it('that ends within a record, or lacks a dimension', async () => {
    service.before = ({ url }) =>
      url.pathname.includes('/data/')
        ? { body: 'DATAFLOW,FREQ,GEO,TIME_PERIOD,OBS_VALUE\r\nx,A,CH,2024,1\r\nx,A,C' }
        : null;
    expect(await failureOfFetch(source, pop())).toContain('does not have the form of SDMX-CSV');
    service.before = ({ url }) =>
      url.pathname.includes('/data/') ? { body: 'DATAFLOW,FREQ,TIME_PERIOD,OBS_VALUE\r\nx,A,2024,1\r\n' } : null;
    expect(await failureOfFetch(source, pop())).toContain('does not have the form of SDMX-CSV');
  });

  it('that prepares the data first is asked less and less often until they are there', async () => {
    service.prepares = 3;
    const pauses: number[] = [];
    const flow = pop({}, `${service.url}sdmx/3.0/structure/dataflow/OFF/POP`);
    const { rows } = await fetchEntry(source, flow, async (milliseconds) => {
      pauses.push(milliseconds);
    });
    expect(rows).toBe(3);
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000]);
    service.requested.length = 0;
    service.prepared = 'EXPIRED';
    expect(await failureOfFetch(source, flow)).toContain('still preparing “Population”');
    service.prepares = 1_000;
    expect(await failureOfFetch(source, flow)).toContain('still preparing “Population”');
  });

  it('that prepares the data first is no longer asked once the check is cancelled', async () => {
    service.prepares = 1_000;
    const flow = pop({}, `${service.url}sdmx/3.0/structure/dataflow/OFF/POP`);
    const cancelled = fetchEntry(source, flow, () => Promise.reject(new DOMException('Cancelled.', 'AbortError')));
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    expect(service.requested.filter(({ url }) => url.pathname.includes('/async/'))).toEqual([]);
  });

  it('that finds that too much was asked for: the largest dimensions are named', async () => {
    service.before = ({ url }) => (url.pathname.includes('/data/') ? { status: 413, body: 'too large' } : null);
    expect(await failureOfFetch(source, pop())).toMatch(
      /“Population” is more than .* Choose fewer values of Region \(2\)/,
    );
    service.before = ({ url }) =>
      url.pathname.includes('/data/')
        ? {
            headers: { 'content-type': 'application/xml' },
            body: '<S:Fault xmlns:S="s"><faultcode>413</faultcode><faultstring>EXTRACTION_TOO_BIG: …</faultstring></S:Fault>',
          }
        : null;
    expect(await failureOfFetch(source, pop())).toContain('Choose fewer values of Region (2)');
  });

  it('that prepares the data first where nobody says where to ask, sends a page, or has no such dataflow any more', async () => {
    service.prepares = 1;
    expect(await failureOfFetch(source, pop())).toContain('still preparing “Population”');
    service.before = ({ url }) => (url.pathname.includes('/dataflow/') ? { body: htmlPage } : null);
    expect(await failureOfFetch(source, pop())).toContain('does not have the form of SDMX');
    service.before = () => null;
    expect(
      await failureOfFetch(source, choiceOf(source, `${service.url}rest/dataflow/OFF/NEVER`, 'OFF:NEVER')),
    ).toContain('no longer offers “NEVER”');
  });
});
