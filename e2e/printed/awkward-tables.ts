/** Regions with the names that statistical offices give them. */
const longNames =
  `Stuttgart, Regierungsbezirk|Karlsruhe, Regierungsbezirk|Freiburg, Regierungsbezirk|Tübingen, Regierungsbezirk
Oberbayern|Niederbayern|Oberpfalz|Oberfranken|Mittelfranken|Unterfranken|Schwaben|Berlin|Brandenburg
Bremen, Freie Hansestadt|Hamburg, Freie und Hansestadt|Darmstadt, Regierungsbezirk|Gießen, Regierungsbezirk
Kassel, Regierungsbezirk|Mecklenburg-Vorpommern|Braunschweig, Statistische Region|Hannover, Statistische Region
Lüneburg, Statistische Region|Weser-Ems, Statistische Region|Düsseldorf, Regierungsbezirk|Köln, Regierungsbezirk
Münster, Regierungsbezirk|Detmold, Regierungsbezirk|Arnsberg, Regierungsbezirk|Rheinhessen-Pfalz|Koblenz|Trier|Saarland
Dresden, NUTS 2-Region|Chemnitz, NUTS 2-Region|Leipzig, NUTS 2-Region|Sachsen-Anhalt|Schleswig-Holstein|Thüringen
Provence-Alpes-Côte d’Azur|Auvergne-Rhône-Alpes`.split(/[|\n]/);

const countries =
  'Austria,Belgium,Bulgaria,Croatia,Cyprus,Czechia,Denmark,Estonia,Finland,France,Germany,Greece,Hungary,Ireland,Italy,Latvia'.split(
    ',',
  );

const parties = [
  'Christian Democrats',
  'Social Democrats',
  'Greens',
  'Liberals',
  'Left',
  'Conservatives',
  'Centre',
  'Agrarians',
  'Regionalists of the North',
  'Pirates',
  'Pensioners',
  'Federalists',
];

const states =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  );

const europe = 'AT BE BG HR CY CZ DK EE FI FR DE EL HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE NO CH UK'.split(' ');

/** Tables that are hard to draw: long names, few or many values, large and negative ones. Each is a CSV file by its name. */
export const awkwardTables: Readonly<Record<string, string>> = {
  'unemployment.csv': csv(
    'Region,Unemployment rate (percent)',
    longNames.map((name, at) => [name, wave(at, 3, 14, 7)]),
  ),
  'one-point.csv': 'Year,Output (tonnes)\n2020,1250\n',
  'late-values.csv': csv(
    'Year,Output (tonnes),Yield (percent)',
    span(1990, 2019).map((year) => [year, 100 + year, year < 2000 ? wave(year, 20, 60, 5) : '']),
  ),
  'balance.csv': csv(
    'Month,Trade balance (EUR)',
    months(2015, 72).map((month, at) => [month, Math.round(wave(at, -18, 22, 9) * 1e8)]),
  ),
  'nations.csv': csv(
    'Country,Balance (EUR)',
    countries.slice(0, 16).map((name, at) => [name, Math.round(wave(at, -40, 60, 3) * 1e6)]),
  ),
  'large-numbers.csv': csv(
    'Year,Particles',
    span(2000, 2020).map((year) => [
      year,
      String(9_007_199_254_740_993n + 7_919_000_000_000_003n * BigInt(year - 2000)),
    ]),
  ),
  'temperatures.csv': csv(
    'Year,Station,Temperature (degrees Celsius)',
    ['Hohenpeißenberg', 'Prague Klementinum', 'Uppsala'].flatMap((station, nth) =>
      span(1820, 2020).map((year) => [year, station, wave(year, 5 + nth, 8 + nth, 3)]),
    ),
  ),
  'parties.csv': csv(
    'Year,Party,Members',
    parties.flatMap((party, nth) =>
      span(1990, 2020).map((year) => [
        year,
        party,
        Math.round(60_000 + 4000 * nth + wave(year + 3 * nth, -9000, 9000, 6)),
      ]),
    ),
  ),
  'weekly.csv': csv(
    'Week,Admissions',
    span(0, 130).map((at) => [
      `${2019 + Math.floor(at / 52)}-W${String((at % 52) + 1).padStart(2, '0')}`,
      Math.round(wave(at, 100, 900, 20)),
    ]),
  ),
  'quarterly.csv': csv(
    'Quarter,Debt (millions of euros)',
    span(0, 79).map((at) => [
      `${2000 + Math.floor(at / 4)}-Q${(at % 4) + 1}`,
      Math.round(wave(at, 4000, 5200, 30) + at * 40),
    ]),
  ),
  'states.csv': csv(
    'State,Year,Rate (percent)',
    [2000, 2010, 2020].flatMap((year, nth) => states.map((state, at) => [state, year, wave(at + nth, 2, 12, 11)])),
  ),
  'districts.geojson': JSON.stringify({ type: 'FeatureCollection', features: span(0, 19).map(district) }),
  'district-rates.csv': csv(
    'District,Rate (percent)',
    span(0, 19).map((at) => [districtCode(at), wave(at, 1, 9, 6)]),
  ),
  'europe.csv': csv(
    'Code,Persons',
    europe.map((code, at) => [code, Math.round(10 ** (4 + wave(at, 0, 3.5, 9)))]),
  ),
};

function csv(head: string, rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows.map((row) => row.map((cell) => (/[",]/.test(String(cell)) ? `"${cell}"` : cell)).join(','))]
    .join('\n')
    .concat('\n');
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** A smooth but uneven course between two values, with one decimal. */
function wave(at: number, least: number, most: number, period: number): number {
  const share = (Math.sin((2 * Math.PI * at) / period) + Math.sin((2 * Math.PI * at * 0.618) / period) + 2) / 4;
  return Number((least + (most - least) * share).toFixed(1));
}

function months(year: number, count: number): string[] {
  return span(0, count - 1).map((at) => `${year + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`);
}

function districtCode(at: number): string {
  return `D${String(at + 1).padStart(3, '0')}`;
}

/** A district of a made-up country, one of four by five. */
function district(at: number) {
  const [west, south] = [10 + (at % 5) * 0.4, 50 + Math.floor(at / 5) * 0.3];
  const ring = [
    [west, south],
    [west + 0.4, south + 0.05],
    [west + 0.4, south + 0.35],
    [west, south + 0.3],
    [west, south],
  ];
  const geometry = { type: 'Polygon', coordinates: [ring] };
  return { type: 'Feature', properties: { code: districtCode(at), name: `District ${at + 1}` }, geometry };
}
