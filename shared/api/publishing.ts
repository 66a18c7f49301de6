import { type Static, Type } from 'typebox';
import { flag, orNull, record, text } from '../schema-parts.ts';
import { columnTypes } from './column.ts';
import { description, time } from './fields.ts';
import { DatasetWrite } from './records/dataset.ts';

export const maxNoteLength = 2000;

/** How to publish one column of a file; whatever is missing is detected. */
export const PublishedColumn = record('PublishedColumn', {
  source: text('Name of the column in the file.'),
  name: Type.Optional(text('Its new name; empty for a column without one.')),
  type: Type.Optional(Type.Enum([...columnTypes], { description: 'The type to read its values as.' })),
  label: Type.Optional(text('Display name.')),
  description: Type.Optional(description),
  drop: Type.Optional(flag('Omit the column.')),
});
export type PublishedColumn = Static<typeof PublishedColumn>;

/** The version of another service that the rows were copied from. */
export const PublishedOrigin = record(
  'PublishedOrigin',
  {
    address: Type.String({ minLength: 1, maxLength: 2000, description: 'Absolute address of the dataset.' }),
    version: orNull(Type.String(), 'Slug of the version; null if unknown.'),
    checksum: Type.String({ maxLength: 200, description: 'Its checksum there; may be empty.' }),
    pinned: Type.String({ maxLength: 40, description: 'When it was copied, ISO 8601.' }),
    public: Type.Optional(flag('Whether the user requested a copy that everyone may read; missing in old copies.')),
  },
  'As JSON text.',
);

/** Optional fields of a published file: in a form beside `file`, or as URL parameters. */
export const PublishFields = record('PublishFields', {
  mode: Type.Optional(
    Type.Enum(['replace', 'append'], {
      description: 'Whether the rows replace the present ones or are appended to them.',
    }),
  ),
  columns: Type.Optional(Type.Array(PublishedColumn, { description: 'As JSON text.' })),
  licence: Type.Optional(Type.String({ maxLength: 1000, description: 'Licence of the data.' })),
  note: Type.Optional(
    Type.String({ maxLength: maxNoteLength, description: 'What is new in this version, or why it was published.' }),
  ),
  origin: Type.Optional(PublishedOrigin),
  source: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Name of the file that the rows are from, if another one is sent.',
    }),
  ),
  request: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 100,
      description: 'Chosen by the sender: repeating it after a lost response does not publish the file twice.',
    }),
  ),
});
export type PublishFields = Static<typeof PublishFields>;

/** Options for a column of a file that creates a dataset, by its name in the file or in the dataset. */
const NewColumn = record('NewColumn', {
  ...PublishedColumn.properties,
  source: Type.Optional(PublishedColumn.properties.source),
});

/** The fields of a form that creates a dataset together with its first version, from the file in its field `file`. */
export const DatasetWithFile = record('DatasetWithFile', {
  ...DatasetWrite.properties,
  columns: Type.Optional(Type.Array(NewColumn, { description: 'As JSON text.' })),
  licence: PublishFields.properties.licence,
  note: PublishFields.properties.note,
  origin: PublishFields.properties.origin,
  source: PublishFields.properties.source,
  request: PublishFields.properties.request,
});
export type DatasetWithFile = Static<typeof DatasetWithFile>;

/** A value of a published file that could not be read. */
export const ImportFault = record('ImportFault', {
  row: orNull(Type.Integer(), 'Number of the record, from 1.'),
  line: orNull(Type.Integer(), 'Line of the file, from 1.'),
  column: orNull(Type.String(), 'Name of the column; null if it affects the row.'),
  value: orNull(Type.String(), 'The value as in the file.'),
  message: text('Why it could not be read.'),
});
export type ImportFault = Static<typeof ImportFault>;

/**
 * The outcome of publishing a version (`…/version/<version_slug>/report/`, an extension); kept even if the version
 * failed.
 */
export const ImportReport = record('ImportReport', {
  version: text('Slug of the version.'),
  state: Type.Enum(['importing', 'ready', 'failed'], { description: 'How far publishing is.' }),
  message: text('Why it failed; empty otherwise.'),
  faults: Type.Array(ImportFault, { description: 'The first values that could not be read.' }),
  fault_count: Type.Integer({ description: 'Their total number.' }),
  progress: Type.Union(
    [
      Type.Object({
        phase: text('Code of what is being done, as `reading` or `waiting`.'),
        rows: Type.Integer({ description: 'Number of rows read so far.' }),
        fraction: orNull(Type.Number(), 'Part that is done, 0 to 1; null while unknown.'),
        place: orNull(
          Type.Integer(),
          'Position in the queue of imports, 1 for the next; null once the file is being read.',
        ),
      }),
      Type.Null(),
    ],
    { description: 'How far it is; null once it has ended.' },
  ),
  started: time,
  finished: orNull(Type.String(), 'ISO 8601, UTC; null until then.'),
});
export type ImportReport = Static<typeof ImportReport>;
