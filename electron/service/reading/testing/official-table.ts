/** A table as ministries, offices and banks lay it out, and the long table that it means. */
export interface OfficialTable {
  readonly name: string;
  /** All lines of the file: titles, header, records, notes. */
  readonly lines: readonly (readonly (string | number | null)[])[];
  readonly decimalComma: boolean;
  readonly title: string;
  readonly source: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Names of the records that sum up others. */
  readonly totals: readonly string[];
}

interface Language {
  readonly code: string;
  readonly decimalComma: boolean;
  readonly title: string;
  readonly unit: string;
  readonly source: readonly [string, string];
  readonly date: string;
  readonly note: string;
  readonly region: string;
  readonly regions: readonly [string, string, string];
  readonly year: string;
  readonly total: string;
  readonly sexes: readonly [string, string];
  readonly measures: readonly [string, string];
  readonly months: readonly [string, string, string];
  readonly quarter: (quarter: number, year: number) => string;
}

const languages: readonly Language[] = [
  {
    code: 'en',
    decimalComma: false,
    title: 'Table 4.2: Employment by region',
    unit: '(in thousands)',
    source: ['Source: ', 'Office for National Statistics'],
    date: 'Last updated: 14 March 2024',
    note: 'provisional',
    region: 'Region',
    regions: ['North', 'South', 'Wales'],
    year: 'Year',
    total: 'Total',
    sexes: ['Men', 'Women'],
    measures: ['Births', 'Deaths'],
    months: ['Jan 2023', 'Feb 2023', 'Mar 2023'],
    quarter: (quarter, year) => `Q${quarter} ${year}`,
  },
  {
    code: 'de',
    decimalComma: true,
    title: 'Tabelle 12411-0010: Bevölkerung nach Ländern',
    unit: '(in Tsd.)',
    source: ['Quelle: ', 'Statistisches Bundesamt'],
    date: 'Stand: 31.12.2023',
    note: 'vorläufiges Ergebnis',
    region: 'Land',
    regions: ['Bayern', 'Bremen', 'Thüringen'],
    year: 'Jahr',
    total: 'Insgesamt',
    sexes: ['Männer', 'Frauen'],
    measures: ['Geburten', 'Sterbefälle'],
    months: ['Januar 2023', 'Februar 2023', 'März 2023'],
    quarter: (quarter, year) => `${quarter}. Quartal ${year}`,
  },
  {
    code: 'fr',
    decimalComma: true,
    title: 'Tableau 3.1 : Population par région',
    unit: '(en milliers)',
    source: ['Source : ', 'Insee, estimations de population'],
    date: 'Mise à jour : 5 février 2024',
    note: 'données provisoires',
    region: 'Région',
    regions: ['Bretagne', 'Corse', 'Île-de-France'],
    year: 'Année',
    total: 'Ensemble',
    sexes: ['Hommes', 'Femmes'],
    measures: ['Naissances', 'Décès'],
    months: ['janvier 2023', 'février 2023', 'mars 2023'],
    quarter: (quarter, year) => `T${quarter} ${year}`,
  },
  {
    code: 'es',
    decimalComma: true,
    title: 'Tabla 7: Población por comunidad',
    unit: '(en miles)',
    source: ['Fuente: ', 'Instituto Nacional de Estadística'],
    date: 'Actualización: 1/2/2024',
    note: 'datos provisionales',
    region: 'Comunidad',
    regions: ['Galicia', 'Aragón', 'Murcia'],
    year: 'Año',
    total: 'Total',
    sexes: ['Hombres', 'Mujeres'],
    measures: ['Nacimientos', 'Defunciones'],
    months: ['enero de 2023', 'febrero de 2023', 'marzo de 2023'],
    quarter: (quarter, year) => `${['I', 'II', 'III', 'IV'][quarter - 1]} trimestre ${year}`,
  },
  {
    code: 'it',
    decimalComma: true,
    title: 'Tavola 2.5 - Popolazione per regione',
    unit: '(in migliaia)',
    source: ['Fonte: ', 'Istat'],
    date: 'Aggiornamento: 1 gennaio 2024',
    note: 'dati provvisori',
    region: 'Regione',
    regions: ['Lazio', 'Molise', 'Umbria'],
    year: 'Anno',
    total: 'Totale',
    sexes: ['Maschi', 'Femmine'],
    measures: ['Nati', 'Morti'],
    months: ['gennaio 2023', 'febbraio 2023', 'marzo 2023'],
    quarter: (quarter, year) => `${quarter}º trimestre ${year}`,
  },
  {
    code: 'pt',
    decimalComma: true,
    title: 'Quadro 6: População por região',
    unit: '(em milhares)',
    source: ['Fonte: ', 'INE, Estatísticas Demográficas'],
    date: 'Atualização: 3 de abril de 2024',
    note: 'dados provisórios',
    region: 'Região',
    regions: ['Algarve', 'Alentejo', 'Lisboa'],
    year: 'Ano',
    total: 'Total',
    sexes: ['Homens', 'Mulheres'],
    measures: ['Nascimentos', 'Óbitos'],
    months: ['janeiro de 2023', 'fevereiro de 2023', 'março de 2023'],
    quarter: (quarter, year) => `${quarter}.º trimestre ${year}`,
  },
];

/** A heading, and what it means: values of the new columns, or of a measure. */
interface Heading {
  readonly texts: readonly string[];
  readonly keys: readonly (string | number)[];
  readonly measure: number;
}

interface Layout {
  readonly name: string;
  readonly corner?: (language: Language) => readonly string[];
  readonly keys: readonly string[] | ((language: Language) => readonly string[]);
  readonly values?: (language: Language) => readonly string[];
  readonly headings: (language: Language) => readonly Heading[];
  readonly notes?: (language: Language) => readonly string[];
}

const simple = (pairs: readonly (readonly [string, string | number])[]): Heading[] =>
  pairs.map(([text, key]) => ({ texts: [text], keys: [key], measure: 0 }));
const years = [2020, 2021, 2022] as const;

const layouts: readonly Layout[] = [
  { name: 'years', keys: ['year'], headings: () => simple(years.map((year) => [String(year), year])) },
  {
    name: 'years in the corner',
    corner: ({ region, year }) => [`${region} / ${year}`],
    keys: ({ year }) => [year],
    headings: () => simple(years.map((year) => [String(year), year])),
  },
  {
    name: 'school years',
    keys: ['years'],
    headings: () => simple([2019, 2020, 2021].map((year) => [`${year}/${year - 1999}`, `${year}/${year - 1999}`])),
  },
  {
    name: 'quarters',
    keys: ['quarter'],
    headings: ({ quarter }) => simple([1, 2, 3, 4].map((part) => [quarter(part, 2023), `2023-Q${part}`])),
  },
  {
    name: 'months',
    keys: ['month'],
    headings: ({ months }) => simple(months.map((text, at) => [text, `2023-0${at + 1}`])),
  },
  {
    name: 'days',
    keys: ['date'],
    headings: () => simple(years.map((year) => [`31.12.${year}`, `${year}-12-31`])),
  },
  {
    name: 'weeks',
    keys: ['week'],
    headings: () =>
      simple(
        [8, 9, 10].map((week) => [`2023-W${String(week).padStart(2, '0')}`, `2023-W${String(week).padStart(2, '0')}`]),
      ),
  },
  {
    name: 'marks of footnotes',
    keys: ['year'],
    headings: () => simple(years.map((year) => [year === 2022 ? `${year}*` : String(year), year])),
    notes: ({ note }) => [`* ${note}`],
  },
  {
    name: 'measures in two rows',
    corner: ({ region }) => [region, ''],
    keys: ['year'],
    values: ({ measures }) => measures,
    headings: ({ measures }) =>
      years.flatMap((year) =>
        measures.map((name, measure) => ({ texts: [measure === 0 ? String(year) : '', name], keys: [year], measure })),
      ),
  },
  {
    name: 'years below measures',
    corner: ({ region }) => [region, ''],
    keys: ['year'],
    values: ({ measures }) => measures,
    headings: ({ measures }) =>
      measures.flatMap((name, measure) =>
        years.map((year, at) => ({ texts: [at === 0 ? name : '', String(year)], keys: [year], measure })),
      ),
  },
  {
    name: 'sexes in two rows',
    corner: ({ region }) => [region, ''],
    keys: ['year', 'sex'],
    headings: ({ sexes }) =>
      years.flatMap((year) =>
        sexes.map((sex, at) => ({ texts: [at === 0 ? String(year) : '', sex], keys: [year, sex], measure: 0 })),
      ),
  },
  {
    name: 'measures in one name',
    keys: ['year'],
    values: ({ measures }) => measures,
    headings: ({ measures }) =>
      measures.flatMap((name, measure) => years.map((year) => ({ texts: [`${name}_${year}`], keys: [year], measure }))),
  },
  { name: 'sexes', keys: ['sex'], headings: ({ sexes }) => simple(sexes.map((sex) => [sex, sex])) },
  {
    name: 'sexes above measures',
    corner: ({ region }) => [region, ''],
    keys: ['sex'],
    values: ({ measures }) => measures,
    headings: ({ sexes, measures }) =>
      sexes.flatMap((sex) =>
        measures.map((name, measure) => ({ texts: [measure === 0 ? sex : '', name], keys: [sex], measure })),
      ),
  },
  { name: 'ages', keys: ['age'], headings: () => simple(['0-14', '15-64', '65+'].map((age) => [age, age])) },
  {
    name: 'countries',
    keys: ['country'],
    headings: () => simple(['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EL', 'ES'].map((code) => [code, code])),
  },
];

/** Every layout in every language, with and without lines around the table. */
export function officialTables(): OfficialTable[] {
  return languages.flatMap((language) =>
    layouts.flatMap((layout, at) => officialTable(language, layout, at % 3 !== 0, at % 4 === 1)),
  );
}

/** Two tables below each other in every language, with one or two rows of names. */
export function tablePairs(): { readonly name: string; readonly tables: readonly [OfficialTable, OfficialTable] }[] {
  const pairs = [
    ['years', 'school years'],
    ['measures in two rows', 'sexes in two rows'],
  ] as const;
  return languages.flatMap((language) =>
    pairs.flatMap((names) => {
      const [first, second] = names.flatMap((name) => layouts.filter((layout) => layout.name === name));
      if (first === undefined || second === undefined) return [];
      const tables = [
        officialTable(language, first, true, true),
        officialTable({ ...language, title: language.title.replace(/\d[\d.-]*/, '9') }, second, true, false),
      ] as const;
      return [{ name: `${language.code}: ${names.join(' above ')}`, tables }];
    }),
  );
}

/** The fourth record is the sum of the others. */
const cellOf = (row: number, column: number): number | null => {
  if (row === 3) return [0, 1, 2].reduce((sum, part) => sum + (cellOf(part, column) ?? 0), 0);
  return row === 1 && column === 1 ? null : 10 * (row + 1) + column + 0.5;
};

function officialTable(language: Language, layout: Layout, surrounded: boolean, withTotal: boolean): OfficialTable {
  const { region, regions, title, unit, source, date } = language;
  const headings = layout.headings(language);
  const corner = layout.corner?.(language) ?? [region];
  const header = corner.map((name, level) => [name, ...headings.map(({ texts }) => texts[level] ?? '')]);
  const totals = withTotal ? [language.total] : [];
  const names = [...regions, ...totals];
  const records = names.map((name, row) => [name, ...headings.map((_, column) => cellOf(row, column))]);
  const notes = layout.notes?.(language) ?? [];
  const above = surrounded ? [[title], [unit], [date], []] : [];
  const isBelow = surrounded || notes.length > 0;
  const below = isBelow ? [[], ...notes.map((note) => [note]), [source.join('')]] : [];
  const keys = typeof layout.keys === 'function' ? layout.keys(language) : layout.keys;
  const values = layout.values?.(language) ?? ['value'];
  const groups = [...new Map(headings.map((heading) => [heading.keys.join(), heading.keys])).values()];
  const rows = names.flatMap((name, row) =>
    groups.map((group) => [
      name,
      ...group,
      ...values.map((_, measure) => {
        const column = headings.findIndex((one) => one.keys.join() === group.join() && one.measure === measure);
        return cellOf(row, column);
      }),
    ]),
  );
  return {
    name: `${language.code}: ${layout.name}${surrounded ? ', with lines around it' : ''}`,
    lines: [...above, ...header, ...records, ...below],
    decimalComma: language.decimalComma,
    title: surrounded ? title.replace(/^\S+ \S+(?: [:-]|:)? /u, '') : '',
    source: isBelow ? source[1] : '',
    columns: [region, ...keys, ...values],
    rows,
    totals,
  };
}

/** A table as the text of a spreadsheet: all lines have as many fields. */
export function asText({ lines, decimalComma }: Pick<OfficialTable, 'lines' | 'decimalComma'>): string {
  const delimiter = decimalComma ? ';' : ',';
  const width = Math.max(...lines.map(({ length }) => length));
  const cell = (value: string | number | null | undefined) => {
    if (value === null) return '..';
    const text = typeof value === 'number' && decimalComma ? String(value).replace('.', ',') : String(value ?? '');
    return text.includes(delimiter) ? `"${text}"` : text;
  };
  return lines.map((line) => Array.from({ length: width }, (_, at) => cell(line[at])).join(delimiter)).join('\n');
}
