import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import { textFormatter } from '#shared/locales/text-formatter.ts';
import { allTexts } from '#shared/testing/all-texts.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { formatNumber } from '../../../lib/format/format.ts';
import { chartOf } from './new-chart.ts';
import { chartTitle, columnWords, rangeText } from './title.ts';

type Language = keyof typeof allTexts;

function translation(language: Language): TFunction {
  const format = textFormatter(language, (value) => formatNumber(value, language, {}));
  const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = allTexts[language];
  return ((key: string, values: object = {}) => {
    const [group = '', name = ''] = key.split('.');
    return format(groups[group]?.[name] ?? key, { ...values });
  }) as TFunction;
}

function column(name: string, type: string, label: string, description = ''): DataColumn {
  return { name, type, label, description };
}

const columns = [
  { ...column('Date', 'char', 'Month'), moment: 'date' as const },
  column('CO2', 'float', 'Carbon dioxide', 'Molecules in a million molecules of dry air (ppm).'),
  column('delay', 'integer', 'Delay', 'Minutes by which it arrived late.'),
  column('origin', 'char', 'From'),
  column('year', 'integer', 'Year'),
  column('gdp', 'float', 'GDP', 'In US dollars.'),
];
const [day] = columns;
const base: Chart = chartOf(day ?? column('Date', 'char', 'Month'), 'chart-1');
const by = (name: string, step: Chart['x']['function'] = null, width = 0) => ({
  column: name,
  function: step,
  step: width,
});

function title(chart: Partial<Chart>, language: Language = 'en'): string {
  const words = columnWords(columns, language);
  return chartTitle(translation(language), { ...base, sort: 'key', ...chart }, words, 'v', (version) => version);
}

const co2 = { x: by('Date', 'Month'), measure: { function: 'Value', column: 'CO2' } } as const;
const gdp = { x: by('year'), color: by('origin'), measure: { function: 'Value', column: 'gdp' } } as const;

test.each<[string, Partial<Chart>]>([
  ['Carbon dioxide, monthly (ppm)', co2],
  ['GDP by From (US dollars)', gdp],
  ['GDP by From and Delay (US dollars)', { ...gdp, facet: by('delay') }],
  [
    'Number of rows by Year, From and Delay',
    { ...gdp, facet: by('delay'), measure: { function: 'Count', column: null } },
  ],
  ['GDP by From, index, 1990 = 100', { ...gdp, show: { kind: 'index', base: '1990' } }],
  [
    'Carbon dioxide, monthly, change from the year before in per cent',
    { ...co2, show: { kind: 'percent-change', steps: 12 } },
  ],
  ['Carbon dioxide, monthly, mean of 12 periods (ppm)', { ...co2, show: { kind: 'rolling', steps: 12 } }],
  [
    'Delay by From, average in minutes',
    { mark: 'bar', x: by('origin'), measure: { function: 'Average', column: 'delay' }, sort: 'descending' },
  ],
  ['Number of rows by year', { x: by('Date', 'Year') }],
  ['Distribution of Delay (minutes)', { mark: 'bar', x: by('delay', 'Bin', 20) }],
  [
    'Spread of Delay by From (minutes)',
    { mark: 'box', x: by('origin'), measure: { function: 'Median', column: 'delay' } },
  ],
  ['Delay and Carbon dioxide', { mark: 'scatter', x: by('CO2', 'Bin', 10), y: by('delay', 'Bin', 20) }],
  ['GDP by From and Year (US dollars)', { ...gdp, mark: 'map', x: by('origin'), color: null, facet: by('year') }],
  ['GDP by From (US dollars)', { ...gdp, color: null, facet: by('origin') }],
  [
    'Delay and Carbon dioxide by From',
    {
      mark: 'bar',
      x: by('origin'),
      measure: { function: 'Average', column: 'delay' },
      second: { function: 'Sum', column: 'CO2', place: 'panel' },
      sort: 'descending',
    },
  ],
  ['What the air holds', { ...co2, words: { title: 'What the air holds' } }],
])('%s', (expected, chart) => {
  expect(title(chart)).toBe(expected);
});

test('titles are those of an editor in every language', () => {
  const late: Partial<Chart> = {
    mark: 'bar',
    x: by('origin'),
    measure: { function: 'Average', column: 'delay' },
    sort: 'descending',
  };
  expect((['de', 'es', 'fr', 'it'] as const).map((language) => [title(co2, language), title(late, language)])).toEqual([
    ['Carbon dioxide, monatlich (ppm)', 'Delay nach From, Durchschnitt in Minuten'],
    ['Carbon dioxide, mensual (ppm)', 'Delay por From, media en minutos'],
    ['Carbon dioxide, par mois (ppm)', 'Delay par From, moyenne en minutes'],
    ['Carbon dioxide, mensile (ppm)', 'Delay per From, media in minuti'],
  ]);
});

test('a selection is named by its column, its ends and its unit', () => {
  const [t, words] = [translation('en'), columnWords(columns, 'en')];
  const of = (dimension: Chart['x'], first: number | string, last: number | string) =>
    rangeText(t, dimension, { kind: 'value', value: first }, { kind: 'value', value: last }, words, 'en');
  expect(of(by('delay', 'Bin', 20), 120, 480)).toBe('Delay 120–500 min');
  expect(of(by('Date', 'Month'), '1958-03', '1960-01')).toBe('Month Mar 1958 – Jan 1960');
  expect(of(by('year'), 1990, 2005)).toBe('Year 1990–2005');
});
