import type { SampleNamespace } from './sample.ts';

/** Society and culture: population, life expectancy, films. */
export const societyAndCulture: SampleNamespace = {
  slug: 'society-and-culture',
  label: 'Society and culture',
  description: 'How long people live, where their post goes, what they play and what they see at the cinema.',
  datasets: [
    {
      slug: 'gapminder',
      label: 'Life expectancy and fertility',
      description:
        'Population, life expectancy at birth and children per woman for 62 countries, every five years from 1955 to 2005. Gaps are filled with estimates and today’s borders are used throughout: it shows the large picture and is not made for fine comparison.',
      file: 'gapminder.json',
      format: 'json',
      preparation: { kind: 'as-is' },
      columns: [
        { name: 'year', label: 'Year', description: 'From 1955 to 2005 in steps of five.' },
        { name: 'country', label: 'Country', description: 'Name of the country.' },
        {
          name: 'cluster',
          label: 'Region',
          description:
            'Number of the region: 0 South Asia, 1 Europe and Central Asia, 2 Sub-Saharan Africa, 3 the Americas, 4 East Asia and the Pacific, 5 the Middle East and North Africa.',
        },
        { name: 'pop', label: 'Population', description: 'Inhabitants in that year.' },
        {
          name: 'life_expect',
          label: 'Life expectancy',
          description: 'Years that a child born in that year can expect to live.',
        },
        { name: 'fertility', label: 'Fertility', description: 'Average number of children per woman.' },
      ],
    },
    {
      slug: 'football-results',
      label: 'Football results, 2013–2017',
      description: 'Results of 6,508 matches in five first divisions of Europe, July 2013 to May 2017.',
      file: 'football.json',
      format: 'json',
      preparation: { kind: 'as-is' },
      columns: [
        { name: 'date', label: 'Date', description: 'Day of the match, as YYYY-MM-DD.' },
        { name: 'division', label: 'Division', description: 'Name of the league.' },
        { name: 'home_team', label: 'Home team', description: 'The side that played at home.' },
        { name: 'away_team', label: 'Visiting team', description: 'The side that travelled.' },
        {
          name: 'home_score',
          label: 'Home goals',
          description: 'Goals of the home team; empty for four matches without a recorded result.',
        },
        {
          name: 'away_score',
          label: 'Visitors’ goals',
          description: 'Goals of the visiting team; empty for the same four matches.',
        },
      ],
    },
    {
      slug: 'london-boroughs',
      label: 'Boroughs of London',
      description:
        'The boundaries of the 32 boroughs and the City of London, simplified. Contains National Statistics data © Crown copyright and database right (2015). Contains Ordnance Survey data © Crown copyright and database right (2015).',
      file: 'londonBoroughs.json',
      format: 'geojson',
      preparation: { kind: 'topojson', object: 'boroughs', idColumn: 'name' },
      columns: [
        { name: 'name', label: 'Borough', description: 'Name of the borough.' },
        { name: 'geometry', label: 'Boundary', description: 'The area, as a polygon or several.' },
      ],
    },
    {
      slug: 'movies',
      label: 'Films',
      description:
        'Takings, budgets and ratings of 3,201 films. The data is deliberately left as messy as it came: titles that are numbers, broken accents, release dates in the wrong century and many gaps. It is a place to practise.',
      file: 'movies.json',
      format: 'json',
      preparation: { kind: 'as-is' },
      columns: [
        {
          name: 'Title',
          label: 'Title',
          description:
            'Title of the film. Nine of them are bare numbers in the source ("300"); accents are often broken.',
          type: 'char',
        },
        { name: 'US Gross', label: 'US gross', description: 'Takings in the United States, in US dollars.' },
        {
          name: 'Worldwide Gross',
          label: 'Worldwide gross',
          description: 'Takings in the whole world, in US dollars.',
        },
        {
          name: 'US DVD Sales',
          label: 'US DVD sales',
          description: 'DVD sales in the United States, in US dollars; mostly unknown.',
        },
        { name: 'Production Budget', label: 'Budget', description: 'Cost of making the film, in US dollars.' },
        {
          name: 'Release Date',
          label: 'Release date',
          description:
            'As the source writes it ("Jun 12 1998"); some old films have landed in the twenty-first century.',
          type: 'char',
        },
        { name: 'MPAA Rating', label: 'MPAA rating', description: 'Age rating in the United States.' },
        { name: 'Running Time min', label: 'Running time', description: 'Length in minutes.' },
        { name: 'Distributor', label: 'Distributor', description: 'Company that distributed the film.' },
        { name: 'Source', label: 'Based on', description: 'What the screenplay was made from.' },
        { name: 'Major Genre', label: 'Genre', description: 'Main genre.' },
        {
          name: 'Creative Type',
          label: 'Creative type',
          description: 'Kind of story: contemporary fiction, fantasy, factual and so on.',
        },
        { name: 'Director', label: 'Director', description: 'Name of the director.' },
        {
          name: 'Rotten Tomatoes Rating',
          label: 'Rotten Tomatoes',
          description: 'Share of favourable reviews, in per cent.',
        },
        { name: 'IMDB Rating', label: 'IMDb rating', description: 'Average rating by viewers, 1 to 10.' },
        { name: 'IMDB Votes', label: 'IMDb votes', description: 'Number of viewers who rated the film.' },
      ],
    },
    {
      slug: 'zipcodes',
      label: 'ZIP codes of the United States',
      description:
        'Postal codes of the United States and Puerto Rico with their places and positions, in a snapshot made in 2017 or before. Codes and counties have changed since; for today’s, turn to GeoNames.',
      file: 'zipcodes.csv',
      format: 'csv',
      preparation: { kind: 'as-is' },
      point: { longitude: 'longitude', latitude: 'latitude', name: 'location' },
      columns: [
        {
          name: 'zip_code',
          label: 'ZIP code',
          description: 'Five digits. It is a text, so that codes such as "00501" keep their leading zeros.',
          type: 'char',
        },
        { name: 'latitude', label: 'Latitude', description: 'Degrees north, WGS 84.', type: 'float' },
        {
          name: 'longitude',
          label: 'Longitude',
          description: 'Degrees east, WGS 84; the Americas are negative.',
          type: 'float',
        },
        { name: 'city', label: 'Place', description: 'City or place.' },
        { name: 'state', label: 'State', description: 'Two-letter postal code of the state or territory.' },
        { name: 'county', label: 'County', description: 'County or its equivalent.' },
        {
          name: 'location',
          label: 'Location',
          description: 'The position as a point, made from longitude and latitude.',
        },
      ],
    },
  ],
};
