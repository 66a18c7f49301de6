import { type Static, Type } from 'typebox';

/** The project metadata record of `GET /api/v1/meta/`. */
export const Meta = Type.Object(
  {
    __status__: Type.String(),
    __email__: Type.String({ description: 'A contact address.' }),
    __copyright__: Type.String(),
    __version__: Type.String(),
  },
  { title: 'Meta' },
);
export type Meta = Static<typeof Meta>;
