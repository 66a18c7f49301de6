import type { Chart, Dimension, Measure } from '#shared/chart.ts';

/** A chart of the collection that is exported for people to look at. */
export interface PrintedChart {
  readonly name: string;
  readonly namespace: string;
  readonly dataset: string;
  readonly chart: Chart;
}

const by = (column: string, key: Dimension['function'] = null, step = 0): Dimension => ({
  column,
  function: key,
  step,
});
const count: Measure = { function: 'Count', column: null };
const value = (column: string): Measure => ({ function: 'Value', column });
const average = (column: string): Measure => ({ function: 'Average', column });

type Parts = Partial<Chart> & Pick<Chart, 'x'>;

function chartOf(parts: Parts): Chart {
  return {
    id: 'printed',
    mark: 'bar',
    y: null,
    measure: count,
    color: null,
    facet: null,
    top: 20,
    sort: 'key',
    scale: 'linear',
    stack: 'none',
    running: false,
    missing: false,
    ...parts,
  };
}

function of(place: string, charts: Readonly<Record<string, Parts>>): PrintedChart[] {
  const [namespace = '', dataset = ''] = place.split('/');
  return Object.entries(charts).map(([name, parts]) => ({ name, namespace, dataset, chart: chartOf(parts) }));
}

const carbon = { mark: 'line', x: by('Date', 'Month'), measure: value('CO2') } as const;
const lives = { mark: 'line', x: by('year'), color: by('country'), measure: value('life_expect') } as const;
const rates = { x: by('Region'), measure: value('Unemployment rate (percent)'), sort: 'descending' } as const;
const members = { mark: 'line', x: by('Year'), color: by('Party'), measure: value('Members') } as const;
const words = {
  title: 'The air over Mauna Loa holds a third more carbon dioxide than it did when measurements began in 1958',
  subtitle: 'Monthly means in parts per million, measured at the observatory at 3,397 metres above the sea',
  note: 'Months with fewer than twenty days of measurements were interpolated by the observatory. Values of the last year are preliminary, and may change by up to 0.2 ppm once the reference gases have been calibrated again.',
  source: 'Scripps Institution of Oceanography and National Oceanic and Atmospheric Administration',
  licence: 'CC BY 4.0',
};

/** Every kind of chart, with the data that are hardest for it. */
export const printedCharts: readonly PrintedChart[] = [
  ...of('environment/co2-concentration', {
    line: carbon,
    'line-words': { ...carbon, words, style: { size: 'slide' } },
    'line-edges': {
      ...carbon,
      references: [
        { kind: 'mean' },
        { kind: 'value', value: 420, label: 'Threshold' },
        { kind: 'period', from: '1990', to: '1999', label: 'The nineties' },
      ],
      style: {
        annotations: [
          { at: '1958-03', text: 'Measurements begin at the observatory' },
          { at: '1997-12', text: 'Kyoto protocol' },
          { at: '2020-04', text: 'Highest value of the whole series so far' },
        ],
      },
    },
    'line-square': { ...carbon, from: '2000-01-01', style: { size: 'square', colors: 'bright' } },
    change: { ...carbon, mark: 'bar', show: { kind: 'percent-change', steps: 12 }, style: { size: 'a4' } },
    boxes: { mark: 'box', x: by('Date', 'Year'), measure: { function: 'Median', column: 'CO2' } },
    'two-panels': { ...carbon, second: { ...value('adjusted CO2'), place: 'panel' } },
  }),
  ...of('environment/seattle-weather', {
    'second-axis': {
      mark: 'line',
      x: by('date', 'Month'),
      measure: average('temp_max'),
      second: { function: 'Sum', column: 'precipitation', place: 'axis' },
    },
    'share-area': { mark: 'area', x: by('date', 'Month'), color: by('weather'), stack: 'share' },
    'stacked-bars': { x: by('date', 'Quarter'), color: by('weather'), stack: 'stacked' },
    'grouped-bars': { x: by('date', 'Year'), color: by('weather') },
    multiples: { mark: 'line', x: by('date', 'Month'), facet: by('weather'), measure: average('temp_max') },
    heatmap: { mark: 'heatmap', x: by('date', 'Month'), y: by('weather') },
    weekdays: { x: by('date', 'Weekday'), measure: average('wind'), style: { size: 'square' } },
  }),
  ...of('environment/penguins', {
    scatter: { mark: 'scatter', x: by('Body Mass (g)', 'auto'), y: by('Flipper Length (mm)', 'auto') },
    'bar-multiples': { x: by('Species'), facet: by('Island'), color: by('Sex'), style: { size: 'a4' } },
    distribution: { x: by('Body Mass (g)', 'auto') },
    'few-bars': { x: by('Island'), sort: 'descending', style: { decimals: 1, accent: '#c2410c' } },
  }),
  ...of('environment/earthquakes', {
    points: { mark: 'map', x: by('geometry', 'Cell', 0), style: { size: 'slide' } },
    'log-bars': { x: by('magType'), sort: 'descending', scale: 'log' },
  }),
  ...of('society-and-culture/gapminder', {
    series: lives,
    highlight: { ...lives, highlight: ['Germany', 'Japan', 'Rwanda'] },
    index: {
      ...lives,
      measure: value('pop'),
      series: ['Germany', 'India', 'Kenya', 'United States'],
      show: { kind: 'index', base: '1955' },
    },
    log: { ...lives, measure: value('pop'), series: ['China', 'Iceland', 'Kenya', 'Barbados'], scale: 'log' },
    'world-map': { mark: 'map', x: by('country'), measure: average('fertility') },
    rank: { ...lives, series: ['Germany', 'India', 'Kenya', 'Japan'], show: { kind: 'rank' } },
  }),
  ...of('society-and-culture/movies', {
    titles: { x: by('Title'), measure: value('US Gross'), sort: 'descending', style: { size: 'a4' } },
    genres: { x: by('Major Genre'), sort: 'descending', others: true, top: 6, missing: true },
    'wide-heatmap': { mark: 'heatmap', x: by('Running Time min', 'auto'), y: by('Major Genre') },
    'gross-boxes': { mark: 'box', x: by('MPAA Rating'), measure: { function: 'Median', column: 'US Gross' } },
  }),
  ...of('transport/birdstrikes', {
    'quarter-lines': { mark: 'line', x: by('Flight Date', 'Quarter'), color: by('Phase of flight') },
    operators: { x: by('Aircraft Airline Operator'), sort: 'descending', top: 30 },
    phases: { mark: 'heatmap', x: by('Time of day'), y: by('Phase of flight'), style: { size: 'square' } },
  }),
  ...of('awkward/unemployment', {
    'forty-names': { ...rates, top: 40, style: { size: 'square' } },
    'forty-names-wide': { ...rates, top: 40 },
    'ten-names-mean': { ...rates, top: 10, references: [{ kind: 'mean' }], highlight: ['Berlin'] },
  }),
  ...of('awkward/one-point', { 'one-point': { mark: 'line', x: by('Year'), measure: value('Output (tonnes)') } }),
  ...of('awkward/late-values', {
    'half-missing': { mark: 'line', x: by('Year'), measure: value('Yield (percent)') },
  }),
  ...of('awkward/balance', {
    negatives: { x: by('Month', 'Month'), measure: value('Trade balance (EUR)') },
    'negative-area': { mark: 'area', x: by('Month', 'Month'), measure: value('Trade balance (EUR)') },
  }),
  ...of('awkward/nations', {
    'lying-negatives': { x: by('Country'), measure: value('Balance (EUR)'), sort: 'descending' },
  }),
  ...of('awkward/large-numbers', { 'large-numbers': { mark: 'line', x: by('Year'), measure: value('Particles') } }),
  ...of('awkward/temperatures', {
    centuries: { mark: 'line', x: by('Year'), color: by('Station'), measure: value('Temperature (degrees Celsius)') },
    rolling: {
      mark: 'line',
      x: by('Year'),
      color: by('Station'),
      measure: value('Temperature (degrees Celsius)'),
      show: { kind: 'rolling', steps: 30 },
      style: { size: 'slide' },
    },
  }),
  ...of('awkward/parties', {
    'twelve-series': { ...members, top: 20 },
    'twelve-multiples': { ...members, color: null, facet: by('Party'), style: { size: 'a4' } },
    'stacked-series': { ...members, mark: 'area', stack: 'stacked' },
  }),
  ...of('awkward/weekly', { weeks: { mark: 'line', x: by('Week'), measure: value('Admissions') } }),
  ...of('awkward/quarterly', {
    quarters: {
      mark: 'area',
      x: by('Quarter'),
      measure: value('Debt (millions of euros)'),
      references: [{ kind: 'period', from: '2008-Q1', to: '2009-Q2', label: 'Financial crisis' }],
    },
  }),
  ...of('awkward/states', {
    'states-map': { mark: 'map', x: by('State'), measure: average('Rate (percent)') },
    'map-multiples': {
      mark: 'map',
      x: by('State'),
      facet: by('Year'),
      measure: value('Rate (percent)'),
      style: { size: 'a4' },
    },
  }),
  ...of('awkward/district-rates', {
    'own-shapes': {
      mark: 'map',
      x: by('District'),
      measure: value('Rate (percent)'),
      shapes: { namespace: 'awkward', dataset: 'districts' },
    },
  }),
  ...of('awkward/europe', {
    'europe-map': { mark: 'map', x: by('Code'), measure: value('Persons'), style: { size: 'square' } },
  }),
];
