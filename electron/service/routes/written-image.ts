import type { ImageNames } from '../catalogue/namespaces.ts';
import { ImageError, removeImages, storeImage } from '../images/store-image.ts';
import { invalid } from '../plugins/api-error.ts';
import type { ValidBody } from '../plugins/validation.ts';

/** What a body does to the image of something: the names to write down, and the files to remove afterwards. */
export interface ImageChange {
  readonly names: Partial<ImageNames>;
  readonly obsolete: ImageNames | null;
}

const unchanged: ImageChange = { names: {}, obsolete: null };

/**
 * Reads the image of a body: a file of a form is a new one, an empty text removes it, the present path keeps it.
 * `replace` (PUT) removes it also when it is not named, but not in a form, where a file field is sent empty.
 * @throws {ApiError} 400
 */
export async function writtenImage(
  dataFolder: string,
  body: ValidBody,
  present: ImageNames,
  replace: boolean,
): Promise<ImageChange> {
  const file = body.files.get('image');
  const obsolete = present.image === '' ? null : present;
  if (file !== undefined) {
    try {
      return { names: await storeImage(dataFolder, file.content), obsolete };
    } catch (error) {
      if (error instanceof ImageError) throw invalid({ image: [error.message] });
      throw error;
    }
  }
  const { image } = body.fields;
  const none = { image: '', showcaseImage: '', thumbnailImage: '' };
  if (image === '' && !body.isForm) return { names: none, obsolete };
  if (image === undefined && replace && !body.isForm) return { names: none, obsolete };
  if (image === undefined || image === '' || image === present.image) return unchanged;
  throw invalid({
    image: ['The submitted data was not a file. Check the encoding type on the form.'],
  });
}

/** Removes what an image change left without use. */
export async function finishImage(dataFolder: string, change: ImageChange): Promise<void> {
  if (change.obsolete !== null) await removeImages(dataFolder, change.obsolete);
}
