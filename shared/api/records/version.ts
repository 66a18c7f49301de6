import { type Static, Type } from 'typebox';
import { recordNumber } from '../fields.ts';

/** A dated version of a dataset's data: the specification's "Version". */
export const Version = Type.Object(
  {
    id: recordNumber,
    dataset: Type.String({ description: 'Absolute address of the dataset.' }),
    label: Type.String({ description: 'Has the same form as the slug.' }),
    slug: Type.String({ description: '20 digits: YYYYMMDDHHMMSS and six of microseconds, UTC.' }),
    datetime: Type.String({ description: 'ISO 8601, UTC, milliseconds, suffix Z.' }),
    checksum: Type.String({ description: '64 hexadecimal characters: SHA-256 of the stored file.' }),
    metadata: Type.String({
      description:
        'Opaque encoded text. Of this service: base64 of a JSON object. Its `author`, the name of the account that published the version, is there only for callers who may write, and for readers of what is not public.',
    }),
    ready: Type.Boolean({ description: 'Whether its rows can be read.' }),
    url: Type.String({ description: 'Absolute address of the version.' }),
  },
  { title: 'Version' },
);
export type Version = Static<typeof Version>;
