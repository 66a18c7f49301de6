import { expect, it } from 'vitest';
import { sdmxPlace } from './sdmx-address.ts';
import { constraintAddress, dataQuery, flowsAddress, structureAddress } from './sdmx-requests.ts';
import type { Component, Dataflow } from './structure.ts';

const flow = (agency: string, id: string, version = '1.0'): Dataflow => ({
  agency,
  id,
  version,
  name: id,
  description: null,
  observations: null,
  updated: null,
});
const dimension = (id: string, ...codes: string[]): Component => ({
  id,
  name: null,
  description: null,
  kind: 'dimension',
  codes: new Map(codes.map((code) => [code, code])),
  parents: new Map(),
});
const dimensions = [dimension('FREQ', 'A', 'Q'), dimension('GEO', 'DE', 'FR'), dimension('UNIT')];

/** The requests for an address, as the documentation of each service shows them. */
function requests(address: string, of: Dataflow, parameters: Record<string, string> = {}) {
  const place = sdmxPlace(new URL(address));
  if (place === null) throw new Error(address);
  const [first] = dataQuery(place, of, dimensions, parameters).requests;
  return {
    flows: flowsAddress(place.service).href,
    structure: structureAddress(place).href,
    data: decodeURIComponent(first?.address.href ?? ''),
  };
}

it('Eurostat', () => {
  const base = 'https://ec.europa.eu/eurostat/api/dissemination/sdmx/2.1/';
  const page = 'https://ec.europa.eu/eurostat/databrowser/view/nama_10_gdp/default/table?lang=en';
  expect(requests(page, flow('ESTAT', 'NAMA_10_GDP'))).toEqual({
    flows: `${base}dataflow/ESTAT/all/latest?detail=allstubs`,
    structure: `${base}dataflow/ESTAT/NAMA_10_GDP/latest?references=descendants`,
    data: `${base}data/NAMA_10_GDP?format=SDMX-CSV`,
  });
  expect(requests(page, flow('ESTAT', 'NAMA_10_GDP'), { geo: 'DE,FR', startPeriod: '2020' }).data).toBe(
    `${base}data/NAMA_10_GDP/.DE+FR.?startPeriod=2020&format=SDMX-CSV`,
  );
});

it('OECD, the ECB and ISTAT', () => {
  const oecd = 'https://sdmx.oecd.org/public/rest/';
  const prices = flow('OECD.SDD.TPS', 'DSD_PRICES@DF_PRICES_ALL');
  expect(requests(`${oecd}data/OECD.SDD.TPS,DSD_PRICES@DF_PRICES_ALL,1.0/A..?startPeriod=2020`, prices).data).toBe(
    `${oecd}data/OECD.SDD.TPS,DSD_PRICES@DF_PRICES_ALL,1.0/A..?startPeriod=2020`,
  );
  const service = { base: new URL(oecd), version: '2.1' as const };
  expect(decodeURIComponent(constraintAddress(service, prices).href)).toBe(
    `${oecd}contentconstraint/OECD.SDD.TPS/CR_A_DSD_PRICES@DF_PRICES_ALL`,
  );
  const ecb = 'https://data-api.ecb.europa.eu/service/';
  expect(requests('https://data.ecb.europa.eu/data/datasets/EXR/EXR.D.USD.EUR.SP00.A', flow('ECB', 'EXR')).data).toBe(
    `${ecb}data/ECB,EXR,1.0/D.USD.EUR.SP00.A`,
  );
  expect(requests('https://esploradati.istat.it/databrowser/', flow('IT1', '41_983')).flows).toBe(
    'https://esploradati.istat.it/SDMXWS/rest/dataflow/IT1/all/latest?detail=allstubs',
  );
});

it('a code cannot lead elsewhere', () => {
  const address = 'https://data-api.ecb.europa.eu/service/dataflow/ECB/EXR';
  const place = sdmxPlace(new URL(address));
  if (place === null) throw new Error(address);
  const [first] = dataQuery(place, flow('ECB', 'EXR'), dimensions, { UNIT: '../../x?y#z' }).requests;
  expect(first?.address.pathname).toBe('/service/data/ECB,EXR,1.0/....%2F..%2Fx%3Fy%23z');
});

it('SDMX 3.0', () => {
  const base = 'https://stats.bis.org/api/v2/';
  const address = `${base}data/dataflow/BIS/WS_CBPOL/1.0/M.CH`;
  expect(requests(address, flow('BIS', 'WS_CBPOL'))).toEqual({
    flows: `${base}structure/dataflow/*/*/~?detail=allstubs`,
    structure: `${base}structure/dataflow/BIS/WS_CBPOL/1.0?references=descendants`,
    data: address,
  });
  expect(requests(address, flow('BIS', 'WS_CBPOL'), { FREQ: 'A', startPeriod: '2020', endPeriod: '2024' }).data).toBe(
    `${base}data/dataflow/BIS/WS_CBPOL/1.0/A.*.*?c[TIME_PERIOD]=ge:2020+le:2024`,
  );
});
