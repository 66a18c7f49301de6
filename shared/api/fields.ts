import { Type } from 'typebox';

export const label = Type.String({ minLength: 1, maxLength: 255, description: 'Display name.' });

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
  Type.Boolean({
    description: 'An extension: whether everybody may read datasets that are made from others that are not public.',
  }),
);
