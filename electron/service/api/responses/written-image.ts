import type { ImageStore } from '../../catalogue/images/image-store.ts';
import { ImageError, type PreparedImage, prepareImage } from '../../catalogue/images/prepare-image.ts';
import { type ImageNames, noImages } from '../../catalogue/records/namespaces.ts';
import { invalid, notFound } from '../plugins/api-error.ts';
import type { ValidBody } from '../plugins/validation.ts';

type ImageChange =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'replace'; readonly image: PreparedImage };

/**
 * Reads the image of a body: a file of a form is a new one, an empty text removes it, the current path keeps it.
 * `replace` (PUT) also removes it if it is missing, but not in a form, whose file field may be sent empty.
 * @throws {ApiError} 400
 */
export async function writtenImage(body: ValidBody, present: ImageNames, replace: boolean): Promise<ImageChange> {
  const file = body.files.get('image');
  if (file !== undefined) {
    try {
      return { kind: 'replace', image: await prepareImage(file.content) };
    } catch (error) {
      if (error instanceof ImageError) throw invalid({ image: [error.message] });
      throw error;
    }
  }
  const { image } = body.fields;
  if (image === '' && !body.isForm) return { kind: 'remove' };
  if (image === undefined && replace && !body.isForm) return { kind: 'remove' };
  if (image === undefined || image === '' || image === present.image) return { kind: 'keep' };
  throw invalid({
    image: ['The submitted data was not a file. Check the encoding type on the form.'],
  });
}

/**
 * Makes an image change durable: first the files, then the record that names them, and only then the previous files are
 * removed. If the record is not written, the new files are removed again.
 * @param commit writes the record; returns the previous images, null if the record no longer exists
 * @throws {ApiError} 404 if the record no longer exists
 */
export async function commitImage(
  images: ImageStore,
  change: ImageChange,
  commit: (names: Partial<ImageNames>) => Promise<ImageNames | null>,
): Promise<void> {
  const added = change.kind === 'replace' ? await images.add(change.image) : noImages;
  let before: ImageNames | null;
  try {
    before = await commit(change.kind === 'keep' ? {} : added);
    if (before === null) throw notFound();
  } catch (error) {
    await images.remove(added);
    throw error;
  }
  if (change.kind !== 'keep') await images.remove(before);
}
