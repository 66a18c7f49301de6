import type { SampleNamespace } from './sample.ts';

/** Transport: flights in the United States, and the London Underground. */
export const transport: SampleNamespace = {
  slug: 'transport',
  label: 'Transport',
  description: 'Airports, flights and how late they were, birds in their way, and the lines of the London Underground.',
  datasets: [
    {
      slug: 'airports',
      label: 'Airports of the United States',
      description:
        'Every airport of the United States and its territories, from the great hubs to grass strips, with its identification code and its position.',
      file: 'airports.csv',
      format: 'csv',
      preparation: { kind: 'as-is' },
      point: { longitude: 'longitude', latitude: 'latitude', name: 'location' },
      columns: [
        {
          name: 'iata',
          label: 'Code',
          description: 'Identification code: three letters for most, letters and digits for small fields ("00M").',
          type: 'char',
        },
        { name: 'name', label: 'Name', description: 'Name of the airport.' },
        { name: 'city', label: 'City', description: 'City that the airport serves; "NA" where none is recorded.' },
        {
          name: 'state',
          label: 'State',
          description: 'Two-letter postal code of the state; "NA" where none is recorded.',
        },
        { name: 'country', label: 'Country', description: 'Country or freely associated state.' },
        { name: 'latitude', label: 'Latitude', description: 'Degrees north, WGS 84.', type: 'float' },
        {
          name: 'longitude',
          label: 'Longitude',
          description: 'Degrees east, WGS 84; the Americas are negative.',
          type: 'float',
        },
        {
          name: 'location',
          label: 'Location',
          description: 'The position as a point, made from longitude and latitude.',
        },
      ],
    },
    {
      slug: 'airport-routes',
      label: 'Routes between airports, 2008',
      description:
        'How many flights there were in 2008 from each airport to each other. The codes are those of the dataset "Airports of the United States".',
      file: 'flights-airport.csv',
      format: 'csv',
      preparation: { kind: 'as-is' },
      columns: [
        { name: 'origin', label: 'From', description: 'Code of the airport of departure.', type: 'char' },
        { name: 'destination', label: 'To', description: 'Code of the airport of arrival.', type: 'char' },
        { name: 'count', label: 'Flights', description: 'Flights on this route in the year.', type: 'integer' },
      ],
    },
    {
      slug: 'birdstrikes',
      label: 'Bird strikes',
      description:
        'Ten thousand reports of animals, mostly birds, that struck aircraft at fifty airports of the United States from January 1990 to July 2002, with what was hit, what it did and what it cost.',
      file: 'birdstrikes.csv',
      format: 'csv',
      preparation: { kind: 'as-is' },
      columns: [
        { name: 'Airport Name', label: 'Airport', description: 'Name of the airport nearest to the strike.' },
        { name: 'Aircraft Make Model', label: 'Aircraft', description: 'Make and model of the aircraft.' },
        {
          name: 'Effect Amount of damage',
          label: 'Damage',
          description: 'None, Minor, Medium or Substantial. A few reports carry the uncoded letters B and C.',
        },
        { name: 'Flight Date', label: 'Date', description: 'Day of the flight, as YYYY-MM-DD.' },
        {
          name: 'Aircraft Airline Operator',
          label: 'Operator',
          description: 'Airline, or MILITARY, BUSINESS and the like.',
        },
        { name: 'Origin State', label: 'State', description: 'State in which the airport lies.' },
        {
          name: 'Phase of flight',
          label: 'Phase of flight',
          description: 'What the aircraft was doing: climb, approach, landing roll and so on.',
        },
        { name: 'Wildlife Size', label: 'Size of the animal', description: 'Small, Medium or Large.' },
        {
          name: 'Wildlife Species',
          label: 'Species',
          description: 'Common name of the species, or "Unknown bird or bat".',
        },
        { name: 'Time of day', label: 'Time of day', description: 'Dawn, Day, Dusk or Night.' },
        { name: 'Cost Other', label: 'Other cost', description: 'Cost other than repair, in US dollars.' },
        { name: 'Cost Repair', label: 'Cost of repair', description: 'Cost of repair, in US dollars.' },
        { name: 'Cost Total $', label: 'Total cost', description: 'Both costs together, in US dollars.' },
        { name: 'Speed IAS in knots', label: 'Speed', description: 'Indicated air speed in knots.' },
      ],
    },
    {
      slug: 'london-underground',
      label: 'London Underground lines',
      description:
        'The lines of the London Underground and the Docklands Light Railway as they ran in February 2018, as 394 stretches between stations.',
      file: 'londonTubeLines.json',
      format: 'geojson',
      preparation: { kind: 'topojson', object: 'line', idColumn: 'line' },
      columns: [
        { name: 'line', label: 'Line', description: 'Name of the line that runs on this stretch.' },
        { name: 'geometry', label: 'Course', description: 'The course of the track, as a line.' },
      ],
    },
    {
      slug: 'flights',
      label: 'Flights within the United States, 2001',
      description:
        'Three million flights of the first half of 2001, each with the time it left, how late it arrived and how far it flew. Large on purpose: it is here to be scrolled, sorted and filtered from end to end.',
      file: 'flights-3m.parquet',
      format: 'parquet',
      preparation: { kind: 'looked-up', columns: ['distance', 'origin', 'destination'], by: 'route' },
      columns: [
        {
          name: 'date',
          label: 'Departure',
          description: 'When the aircraft really left, in the local time of the airport of departure.',
        },
        {
          name: 'delay',
          label: 'Delay',
          description: 'Minutes by which it arrived late; negative where it was early.',
          type: 'integer',
        },
        {
          name: 'distance',
          label: 'Distance',
          description: 'Distance between the two airports in miles.',
          type: 'integer',
        },
        { name: 'origin', label: 'From', description: 'Code of the airport of departure.', type: 'char' },
        { name: 'destination', label: 'To', description: 'Code of the airport of arrival.', type: 'char' },
      ],
    },
  ],
};
