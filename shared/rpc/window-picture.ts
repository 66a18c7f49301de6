import { type Static, Type } from 'typebox';

/** How a page stands when its picture is taken. */
export const PictureFrame = Type.Object({
  /** In pixels of style sheets. */
  width: Type.Integer({ minimum: 1, maximum: 20_000 }),
  height: Type.Integer({ minimum: 1, maximum: 20_000 }),
  /** Pixels of the picture for one of style sheets. */
  ratio: Type.Number({ minimum: 0.1, maximum: 10 }),
  dark: Type.Boolean(),
  /** The page can draw its rows without the backend, which may begin after them. */
  rows: Type.Boolean(),
});
export type PictureFrame = Static<typeof PictureFrame>;

const done = Type.Void();

/** The calls of `shell.ts` about the picture of a window that its next start begins with. */
export const pictureCalls = {
  /** The page is at rest, shows what may be kept, and stands so: the main process takes its picture. */
  keepPicture: { parameters: PictureFrame, result: done },
  /** The window does not look as it was kept any more. */
  forgetPicture: { parameters: Type.Object({}), result: done },
} as const;
