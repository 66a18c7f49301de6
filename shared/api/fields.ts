import { Type } from 'typebox';
import { flag, orNull, text } from '../schema-parts.ts';

export const recordNumber = Type.Integer({ description: 'Number that identifies the record among those of its kind.' });

export const label = Type.String({ minLength: 1, maxLength: 255, description: 'Display name.' });

export const time = text('ISO 8601, UTC.');
/** A time that there may not be. */
export const moment = (description: string) => orNull(Type.String(), `${description} ISO 8601, UTC.`);

export const description = text('Text about it, for readers; may be empty.');

/** The names of columns that only one of two versions has. */
export const columnsAdded = Type.Array(Type.String(), { description: 'Names of columns that were added.' });
export const columnsRemoved = Type.Array(Type.String(), { description: 'Names of columns that were removed.' });
export const columnsRetyped = Type.Array(
  Type.Object({
    name: text('Name of the column.'),
    before: text('Its type before.'),
    after: text('Its type now.'),
  }),
  { description: 'Columns whose type changed.' },
);

/** The part of a path that identifies a resource. */
export const slug = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[-a-zA-Z0-9_]+$',
  description: 'Path identifier.',
  errorMessage: 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.',
});

/** Confirms that everybody may read what is made from inputs that are not public. */
export const confirmPrivateInputs = Type.Optional(
  flag('An extension: whether everybody may read datasets that are made from others that are not public.'),
);
