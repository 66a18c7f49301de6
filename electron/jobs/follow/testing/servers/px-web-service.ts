import { openStandIn, type Reply, type StandIn } from '../stand-in.ts';

/*
 * A service of "PxWebApi 2.0": a list of tables, and one table as JSON-stat 2.0, its data by `valueCodes`; too many cells
 * at once are refused (403), as is a selection that leaves a variable out. Quirks: another order of the dimensions, values
 * as an object, brackets around codes with commas.
 */
export interface PxWebService extends StandIn {
  updated: string;
  /** What `config` says; null if there is none. */
  config: Record<string, unknown> | null;
  /** The value of a cell by its codes. */
  cell: (region: string, contents: string, year: string) => number | bigint | null;
  years: string[];
  /** Whether the answers have the dimensions in the opposite order, and values by position. */
  isOdd: boolean;
  /** How many values at the end an answer lacks. */
  lost: number;
  /** How many tables the list has. */
  tables: number;
}

export const pxWebTable = '07459';

interface Dimension {
  readonly id: string;
  readonly label: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly codes: readonly string[];
}

export async function openPxWebService(): Promise<PxWebService> {
  const dimensions = (): Dimension[] => [
    { id: 'Region', label: 'region', labels: { '0301': 'Oslo', 'K,5': 'Tromsø' }, codes: ['0301', 'K,5'] },
    {
      id: 'ContentsCode',
      label: 'contents',
      labels: { Births: 'Live births', Share: 'Share' },
      codes: ['Births', 'Share'],
    },
    {
      id: 'Tid',
      label: 'year',
      labels: Object.fromEntries(service.years.map((one) => [one, one])),
      codes: service.years,
    },
  ];
  const described = (chosen: readonly Dimension[]) => ({
    version: '2.0',
    class: 'dataset',
    label: 'Births by region, contents and year',
    source: 'Statistics Example',
    updated: service.updated,
    note: ['".." means not available.'],
    role: { time: ['Tid'], metric: ['ContentsCode'] },
    id: chosen.map(({ id }) => id),
    size: chosen.map(({ codes }) => codes.length),
    dimension: Object.fromEntries(
      chosen.map(({ id, label, labels, codes }) => [
        id,
        {
          label,
          category: {
            index: Object.fromEntries(codes.map((code, at) => [code, at])),
            label: Object.fromEntries(codes.map((code) => [code, labels[code] ?? code])),
            ...(id === 'ContentsCode'
              ? { unit: { Births: { base: 'persons', decimals: 0 }, Share: { base: 'per cent', decimals: 1 } } }
              : {}),
          },
        },
      ]),
    ),
    extension: { contact: [{ name: 'Kari', mail: 'kari@example.org' }] },
    value: [] as unknown,
  });
  const data = (url: URL): Reply => {
    const chosen: Dimension[] = [];
    for (const dimension of dimensions()) {
      const written = url.searchParams.get(`valueCodes[${dimension.id}]`);
      if (written === null) return { status: 400, body: { title: `Missing selection for ${dimension.id}` } };
      const codes = written.split(/,(?=[^\]]*(?:\[|$))/).map((code) => code.replace(/^\[(.*)\]$/, '$1'));
      const found = written === '*' ? dimension.codes : dimension.codes.filter((code) => codes.includes(code));
      if (written !== '*' && found.length !== codes.length)
        return { status: 400, body: { title: 'Non-existent value' } };
      chosen.push({ ...dimension, codes: found });
    }
    if (service.isOdd) chosen.reverse();
    let cells: Record<string, string>[] = [{}];
    for (const { id, codes } of chosen) cells = cells.flatMap((cell) => codes.map((code) => ({ ...cell, [id]: code })));
    if (cells.length > Number(service.config?.maxDataCells ?? 100_000))
      return { status: 403, body: { title: 'Too many cells' } };
    const values = cells.map(({ Region = '', ContentsCode = '', Tid = '' }) => service.cell(Region, ContentsCode, Tid));
    const missing = values.flatMap((value, at) => (value === null ? [[at, '..']] : []));
    return {
      body: {
        ...described(chosen),
        value: service.isOdd ? { ...values } : values.slice(0, values.length - service.lost),
        ...(missing.length > 0 ? { status: Object.fromEntries(missing) } : {}),
      },
    };
  };
  const standIn = await openStandIn(({ url }): Reply | null => {
    const rest = /^\/api\/v2\/(.*)$/.exec(url.pathname)?.[1];
    if (rest === 'config') return service.config === null ? { status: 404, body: {} } : { body: service.config };
    if (rest === `tables/${pxWebTable}`) return { body: { id: pxWebTable, updated: service.updated } };
    if (rest === `tables/${pxWebTable}/metadata`) return { body: described(dimensions()) };
    if (rest === `tables/${pxWebTable}/data`) return data(url);
    if (rest !== 'tables') return null;
    const [number, size] = ['pageNumber', 'pageSize'].map((name) => Number(url.searchParams.get(name)));
    const all = Array.from({ length: service.tables }, (_, at) => ({
      id: at === 0 ? pxWebTable : `T${at}`,
      label: at === 0 ? 'Births' : `Table ${at}`,
      description: '',
      updated: '2026-01-01T08:00:00Z',
      firstPeriod: '2023',
      lastPeriod: at === 0 ? '2024' : '2023',
    })).filter(({ label }) => label.includes(url.searchParams.get('query') ?? ''));
    const [pageNumber = 1, pageSize = 20] = [number, size];
    return {
      body: {
        tables: all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
        page: { pageNumber, pageSize, totalElements: all.length, totalPages: Math.ceil(all.length / pageSize) },
      },
    };
  });
  const service: PxWebService = Object.assign(standIn, {
    updated: '2026-02-03T07:00:00Z',
    config: { maxDataCells: 100, maxCallsPerTimeWindow: 30, timeWindow: 10, license: 'CC0' },
    cell: (region: string, contents: string, year: string) =>
      region === '0301' && year === '2024' ? null : contents === 'Share' ? 12.5 : Number(year) * 10,
    years: ['2023', '2024'],
    isOdd: false,
    lost: 0,
    tables: 1,
  });
  return service;
}
