import type { Static } from 'typebox';
import { flag, record, text } from '../../schema-parts.ts';
import { recordNumber } from '../fields.ts';

/** A dated version of a dataset's data: the specification's "Version". */
export const Version = record('Version', {
  id: recordNumber,
  dataset: text('Absolute address of the dataset.'),
  label: text('Has the same form as the slug.'),
  slug: text('20 digits: YYYYMMDDHHMMSS and six of microseconds, UTC.'),
  datetime: text('ISO 8601, UTC, milliseconds, suffix Z.'),
  checksum: text('64 hexadecimal characters: SHA-256 of the stored file.'),
  metadata: text(
    'Opaque encoded text. Of this service: base64 of a JSON object. Its `author`, the name of the account that published the version, is there only for callers who may write, and for readers of what is not public.',
  ),
  ready: flag('Whether its rows can be read.'),
  url: text('Absolute address of the version.'),
});
export type Version = Static<typeof Version>;
