import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { PictureFrame } from '#shared/rpc/window-picture.ts';

/** Bytes of the largest picture that is kept: larger ones would make the start longer that they are there for. */
const most = 3_000_000;

/** How a window looked when it was last at rest. */
export const KeptPicture = Type.Object({
  /** The program that drew it. */
  mark: Type.String(),
  frame: PictureFrame,
  /** A PNG in base64. */
  image: Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
});
export type KeptPicture = Static<typeof KeptPicture>;

/**
 * The last picture of each window, in a file of its own that only this person may read. What cannot be kept or read
 * costs the next start its picture and nothing else.
 */
export class KeptPictures {
  readonly #folder: string;
  readonly #mark: () => string;
  /** Counts for each window what was last asked of its picture, so that nothing older is written after it. */
  readonly #turns = new Map<string, number>();
  #written: Promise<unknown> = Promise.resolve();

  /** @param mark names the program as it is now; pictures of another one are passed over */
  constructor(folder: string, mark: () => string) {
    this.#folder = folder;
    this.#mark = mark;
  }

  /** @param window the id of a window; a text that cannot be one has no picture */
  async read(window: string): Promise<KeptPicture | null> {
    if (!/^[a-z0-9]{1,20}$/.test(window)) return null;
    try {
      const kept: unknown = JSON.parse(await readFile(this.#file(window), 'utf8'));
      return Value.Check(KeptPicture, kept) && kept.mark === this.#mark() ? kept : null;
    } catch {
      return null;
    }
  }

  /**
   * Keeps a picture, unless it is forgotten or another one is taken before it is there.
   * @param take gives a PNG; null where there is none to be had
   */
  async keep(window: string, frame: PictureFrame, take: () => Promise<Uint8Array | null>): Promise<void> {
    const turn = this.#nextTurn(window);
    const image = await take();
    if (image === null || image.length === 0 || image.length > most) return;
    const text = JSON.stringify({
      mark: this.#mark(),
      frame,
      image: Buffer.from(image).toString('base64'),
    } satisfies KeptPicture);
    await this.#inOrder(async () => {
      if (this.#turns.get(window) === turn) await this.#write(this.#file(window), text);
    });
  }

  forget(window: string): Promise<void> {
    this.#nextTurn(window);
    return this.#inOrder(() => rm(this.#file(window), { force: true }));
  }

  #nextTurn(window: string): number {
    const turn = (this.#turns.get(window) ?? 0) + 1;
    this.#turns.set(window, turn);
    return turn;
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#written.then(work);
    this.#written = done.catch(() => undefined);
    return done;
  }

  async #write(file: string, text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, text, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }

  #file(window: string): string {
    return path.join(this.#folder, `${window}.json`);
  }
}
