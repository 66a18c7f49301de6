import { type Static, Type } from 'typebox';

/** The project metadata record of `GET /api/v1/meta/`. */
export const Meta = Type.Object(
  {
    __status__: Type.String({ description: 'Stage of development.' }),
    __email__: Type.String({ description: 'A contact address.' }),
    __copyright__: Type.String({ description: 'Holder of the copyright.' }),
    __version__: Type.String({ description: 'Version of the program.' }),
  },
  { title: 'Meta' },
);
export type Meta = Static<typeof Meta>;
