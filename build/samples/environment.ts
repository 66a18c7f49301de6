import { earthquakeColumns } from './earthquake-columns.ts';
import type { SampleNamespace } from './sample.ts';

/** Environment: air, weather, earthquakes and animals. */
export const environment: SampleNamespace = {
  slug: 'environment',
  label: 'Environment',
  description:
    'Carbon dioxide and warmth, a week of earthquakes, Seattle’s weather, penguins and the homes of four animals.',
  datasets: [
    {
      slug: 'co2-concentration',
      label: 'Carbon dioxide in the air at Mauna Loa',
      description:
        'Monthly carbon dioxide in the air at Mauna Loa, Hawaii, from 1958 to April 2020: the longest direct record there is. Each version holds the series as far as it had grown by that day, so that versions can be compared; all were cut from one file of 2020, and so carry its later calibration.',
      file: 'co2-concentration.csv',
      format: 'csv',
      preparation: {
        kind: 'grown',
        days: [
          '1970-01-01',
          '1980-01-01',
          '1990-01-01',
          '2000-01-01',
          '2010-01-01',
          '2015-01-01',
          '2020-01-01',
          '2020-05-01',
        ],
      },
      columns: [
        {
          name: 'Date',
          label: 'Month',
          description: 'First day of the month, as YYYY-MM-DD; the values hold for the 15th.',
        },
        {
          name: 'CO2',
          label: 'Carbon dioxide',
          description: 'Molecules of carbon dioxide in a million molecules of dry air (ppm), on the scale of 2012.',
          type: 'float',
        },
        {
          name: 'adjusted CO2',
          label: 'Adjusted for the season',
          description: 'The same with the yearly rise and fall taken out.',
          type: 'float',
        },
      ],
    },
    {
      slug: 'global-temperature',
      label: 'Global temperature',
      description:
        'By how much each year from 1880 to 2023 was warmer or cooler over land and sea than the average of 1951 to 1980.',
      file: 'global-temp.csv',
      format: 'csv',
      preparation: { kind: 'as-is' },
      columns: [
        { name: 'year', label: 'Year', description: 'Calendar year.' },
        {
          name: 'temp',
          label: 'Difference',
          description: 'Difference from the average, in degrees Celsius.',
          type: 'float',
        },
      ],
    },
    {
      slug: 'seattle-weather',
      label: 'Weather in Seattle, 2012–2015',
      description:
        'Rain, warmth and wind in Seattle, day by day for four years. The word for the weather was made up from several measurements, for teaching.',
      file: 'seattle-weather.csv',
      format: 'csv',
      preparation: { kind: 'as-is' },
      columns: [
        { name: 'date', label: 'Day', description: 'Day of the observation, as YYYY-MM-DD.' },
        {
          name: 'precipitation',
          label: 'Precipitation',
          description: 'Rain and melted snow in millimetres.',
          type: 'float',
        },
        {
          name: 'temp_max',
          label: 'Warmest',
          description: 'Highest temperature of the day in degrees Celsius.',
          type: 'float',
        },
        {
          name: 'temp_min',
          label: 'Coldest',
          description: 'Lowest temperature of the day in degrees Celsius.',
          type: 'float',
        },
        { name: 'wind', label: 'Wind', description: 'Wind speed; the source says kilometres per hour.', type: 'float' },
        { name: 'weather', label: 'Weather', description: 'The day in a word: drizzle, rain, snow, sun or fog.' },
      ],
    },
    {
      slug: 'earthquakes',
      label: 'A week of earthquakes',
      description:
        'Every tremor that the United States Geological Survey recorded in the week from 31 January to 7 February 2018: 1,707 events of all sizes, quarry blasts and explosions among them, each at its place and depth.',
      file: 'earthquakes.json',
      format: 'geojson',
      preparation: { kind: 'as-is' },
      columns: earthquakeColumns,
    },
    {
      slug: 'penguins',
      label: 'Penguins of the Palmer Archipelago',
      description:
        'Measurements of 344 penguins of three species on three islands of the Antarctic, collected by Kristen Gorman and the Palmer Station long-term ecological research programme.',
      file: 'penguins.json',
      format: 'json',
      preparation: { kind: 'as-is' },
      columns: [
        { name: 'Species', label: 'Species', description: 'Adelie, Gentoo or Chinstrap.' },
        { name: 'Island', label: 'Island', description: 'Torgersen, Biscoe or Dream.' },
        { name: 'Beak Length (mm)', label: 'Length of beak', description: 'In millimetres.', type: 'float' },
        { name: 'Beak Depth (mm)', label: 'Depth of beak', description: 'In millimetres.', type: 'float' },
        { name: 'Flipper Length (mm)', label: 'Length of flipper', description: 'In millimetres.', type: 'integer' },
        { name: 'Body Mass (g)', label: 'Body mass', description: 'In grams.', type: 'integer' },
        { name: 'Sex', label: 'Sex', description: 'MALE or FEMALE; empty or "." where it is not known.' },
      ],
    },
    {
      slug: 'species-habitat',
      label: 'Where four animals live',
      description:
        'The share of each county of the contiguous United States that is a year-round home to the American robin, the white-tailed deer, the American bullfrog and the common gartersnake.',
      file: 'species.csv',
      format: 'csv',
      preparation: { kind: 'as-is' },
      columns: [
        {
          name: 'item_id',
          label: 'Source record',
          description: 'Identifier of the habitat map in ScienceBase.',
          type: 'char',
        },
        { name: 'common_name', label: 'Common name', description: 'English name of the species.' },
        { name: 'scientific_name', label: 'Scientific name', description: 'Latin name of the species.' },
        {
          name: 'gap_species_code',
          label: 'Species code',
          description: 'Code of the species in the Gap Analysis Project.',
          type: 'char',
        },
        {
          name: 'county_id',
          label: 'County code',
          description: 'FIPS code, two digits of state and three of county. It is a text, so that leading zeros stay.',
          type: 'char',
        },
        {
          name: 'habitat_yearround_pct',
          label: 'Share of year-round habitat',
          description: 'Share of the county’s area, 0 to 1, to four decimal places.',
          type: 'float',
        },
      ],
    },
  ],
};
