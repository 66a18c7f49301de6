import { openStandIn, type ReceivedRequest, type Reply, type StandIn } from '../stand-in.ts';

/*
 * A service of PxWeb with both of its interfaces. "PxWebApi 2.0": a list of tables, and one table as JSON-stat 2.0, its
 * data by `valueCodes`; too many cells at once are refused (403), as is a selection that leaves a variable out. Quirks:
 * another order of the dimensions, values as an object, brackets around codes with commas. "PxWebApi 1": databases, folders
 * and the same table, its data by a question. Quirks: values of long variables are not listed, tables without contents
 * are given some in their answers, a variable that may be left out is summed, what is not known is 400.
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
  /** Beyond so many values of a variable, PxWebApi 1 lists none. */
  maxValues: number;
  /** Whether PxWebApi 1 can search. */
  searches: boolean;
  /** Whether the table has contents among its variables. */
  hasContents: boolean;
}

export const pxWebTable = '07459';
export const pxWebFile = 'births 07459.px';

/** The whole table as it is fetched, its names first. */
export const pxWebRecords = [
  'Region,Region_label,ContentsCode,ContentsCode_label,unit,Tid,value,status',
  '0301,Oslo,Births,Live births,persons,2023,20230,',
  '0301,Oslo,Births,Live births,persons,2024,,..',
  '0301,Oslo,Share,Share,per cent,2023,12.5,',
  '0301,Oslo,Share,Share,per cent,2024,,..',
  '"K,5",Tromsø,Births,Live births,persons,2023,20230,',
  '"K,5",Tromsø,Births,Live births,persons,2024,20240,',
  '"K,5",Tromsø,Share,Share,per cent,2023,12.5,',
  '"K,5",Tromsø,Share,Share,per cent,2024,12.5,',
] as const;

interface Dimension {
  readonly id: string;
  readonly label: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly codes: readonly string[];
}

const units = { Births: { base: 'persons', decimals: 0 }, Share: { base: 'per cent', decimals: 1 } };

/** What PxWeb adds to the answers of a table that has no contents. */
const added: Dimension = {
  id: 'ContentsCode',
  label: 'EliminatedContents',
  labels: { EliminatedValue: 'Live births' },
  codes: ['EliminatedValue'],
};

const title = 'Births by region, contents and year';

export async function openPxWebService(): Promise<PxWebService> {
  const dimensions = (): Dimension[] => [
    { id: 'Region', label: 'region', labels: { '0301': 'Oslo', 'K,5': 'Tromsø' }, codes: ['0301', 'K,5'] },
    ...(service.hasContents
      ? [
          {
            id: 'ContentsCode',
            label: 'contents',
            labels: { Births: 'Live births', Share: 'Share' },
            codes: ['Births', 'Share'],
          },
        ]
      : []),
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
    label: title,
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
            ...(id === 'ContentsCode' ? { unit: { ...units, EliminatedValue: units.Births } } : {}),
          },
        },
      ]),
    ),
    extension: { contact: [{ name: 'Kari', mail: 'kari@example.org' }] },
    value: [] as unknown,
  });
  /** The cells of these codes, in their order. */
  const answered = (selected: readonly Dimension[], maxCells: number): Reply => {
    const chosen = service.isOdd ? selected.toReversed() : selected;
    let cells: Record<string, string>[] = [{}];
    for (const { id, codes } of chosen) cells = cells.flatMap((cell) => codes.map((code) => ({ ...cell, [id]: code })));
    if (cells.length > maxCells) return { status: 403, body: { title: 'Too many cells' } };
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
    return answered(chosen, Number(service.config?.maxDataCells ?? 100_000));
  };

  const unknown: Reply = { status: 400, body: { error: 'Parameter error' } };
  /** The answer to a question of PxWebApi 1. */
  const asked = (body: string): Reply => {
    const { query, response } = JSON.parse(body) as {
      query: { code: string; selection: { filter: string; values: string[] } }[];
      response: { format: string };
    };
    if (response.format !== 'json-stat2') return unknown;
    const all = dimensions();
    if (query.some(({ code }) => !all.some(({ id }) => id === code))) return unknown;
    const chosen: Dimension[] = [];
    for (const dimension of all) {
      const selection = query.find(({ code }) => code === dimension.id)?.selection;
      // All of them may be left out: only what is selected is answered.
      if (selection === undefined) continue;
      const { filter, values } = selection;
      const named = new Set(values);
      const top = filter === 'top' ? dimension.codes.slice(-Number(values[0])) : null;
      const codes = top ?? dimension.codes.filter((code) => named.has(filter === 'all' ? '*' : code));
      if (filter === 'item' && codes.length !== values.length) return unknown;
      chosen.push({ ...dimension, codes });
    }
    const { maxCells = 100_000 } = service.config ?? {};
    return answered(service.hasContents ? chosen : [added, ...chosen], Number(maxCells));
  };
  const listed = (id: string, isTable: boolean, text = id) =>
    isTable ? { id, type: 't', text, updated: '2026-02-03T08:00:00' } : { id, type: 'l', text };
  const others = () => Array.from({ length: service.tables - 1 }, (_, at) => listed(`T${at + 1}`, true));
  const first = ({ url, method, body }: ReceivedRequest, path: string): Reply => {
    if (url.searchParams.has('config')) return service.config === null ? unknown : { body: service.config };
    const [database, folder, table, ...rest] = path.split('/').filter((part) => part !== '');
    if (rest.length > 0) return unknown;
    if (database === undefined) return { body: [{ dbid: 'StatExample', text: 'Statistics Example' }] };
    const query = url.searchParams.get('query');
    if (database !== 'StatExample') return unknown;
    if (query !== null) {
      if (!service.searches) return { status: 400, body: { error: 'Search not activated' } };
      const found = { id: pxWebFile, path: '/births', title: 'Births', score: 1.5, published: '0001-01-01T00:00:00' };
      return { body: 'births'.includes(query.toLowerCase()) ? [found, found] : [] };
    }
    const isTable = [folder, table].includes(pxWebFile);
    if (isTable && method === 'POST') return asked(body);
    if (isTable) {
      const variables = dimensions().map(({ id, label, labels, codes }) => ({
        code: id,
        text: label,
        ...(codes.length > service.maxValues
          ? {}
          : { values: codes, valueTexts: codes.map((code) => labels[code] ?? code) }),
        ...(id === 'Tid' ? { time: true } : { elimination: true }),
      }));
      return { body: { title, variables } };
    }
    if (folder === undefined) return { body: [listed('births', false, 'Births'), listed('deaths & more', false)] };
    if (folder !== 'births' || table !== undefined) return unknown;
    return { body: [{ id: '', type: 'h', text: 'Yearly' }, listed(pxWebFile, true, 'Births'), ...others()] };
  };

  const standIn = await openStandIn((request): Reply | null => {
    const { url } = request;
    const path = decodeURIComponent(url.pathname);
    const below = /^\/api\/v1\/en(\/.*)?$/.exec(path);
    if (below !== null) return first(request, below[1] ?? '');
    const rest = /^\/api\/v2\/(.*)$/.exec(path)?.[1];
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
    maxValues: 1000,
    searches: true,
    hasContents: true,
  });
  return service;
}
