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
