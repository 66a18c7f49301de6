/** A PC-Axis table of births and deaths, with some keywords replaced or added: `null` leaves one out. */
export function pxForTest(
  changes: Readonly<Record<string, string | null>> = {},
  data = '257 254 ".." -42\n408 400 0.5 "-" \n',
): string {
  const keywords: Record<string, string | null> = {
    CHARSET: '"ANSI"',
    'AXIS-VERSION': '"2010"',
    LANGUAGE: '"en"',
    DECIMALS: '0',
    MATRIX: '"A1"',
    TITLE: '"Births and deaths, select by region, contents and year"',
    STUB: '"region"',
    HEADING: '"contents","year"',
    CONTVARIABLE: '"contents"',
    'VALUES("region")': '"Halden","Moss"',
    'VALUES("contents")': '"Live births","Deaths"',
    'VALUES("year")': '"2021","2022"',
    'TIMEVAL("year")': 'TLIST(A1),"2021","2022"',
    'CODES("region")': '"3001","3002"',
    UNITS: '"persons"',
    ...changes,
  };
  const statements = Object.entries(keywords).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${value};\n`],
  );
  return `${statements.join('')}DATA=\n${data};\n`;
}

const row = (region: string, contents: string, year: number, value: number | null, status: string | null) => ({
  ...{ region, region_label: region === '3001' ? 'Halden' : 'Moss', contents, year, value, status },
});

/** The records of the unchanged table. */
export const pxRowsForTest = [
  row('3001', 'Live births', 2021, 257, null),
  row('3001', 'Live births', 2022, 254, null),
  row('3001', 'Deaths', 2021, null, '..'),
  row('3001', 'Deaths', 2022, -42, null),
  row('3002', 'Live births', 2021, 408, null),
  row('3002', 'Live births', 2022, 400, null),
  row('3002', 'Deaths', 2021, 0.5, null),
  row('3002', 'Deaths', 2022, null, '-'),
];
