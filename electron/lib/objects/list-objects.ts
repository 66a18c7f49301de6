import { SaxesParser } from 'saxes';

/** An object, or an unfinished upload, in a list. */
export interface ListedObject {
  /** Key of the object, without the prefix of the store. */
  readonly key: string;
  /** Size of the object; 0 for an unfinished upload. */
  readonly bytes: number;
  /** When it was written or begun, by the clock of the store, in milliseconds. */
  readonly modified: number;
  /** Id of an unfinished upload; null for an object. */
  readonly uploadId: string | null;
}

export interface ListPage {
  readonly objects: readonly ListedObject[];
  /** The parameters that continue the list; null at its end. */
  readonly next: Readonly<Record<string, string>> | null;
}

/** Parses a page of `ListObjectsV2` or `ListMultipartUploads`. @throws for other XML */
export function parseList(text: string, prefix: string): ListPage {
  const objects: ListedObject[] = [];
  const top = new Map<string, string>();
  let entry: Map<string, string> | null = null;
  let value = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    value = '';
    if (name === 'Contents' || name === 'Upload') entry = new Map();
  });
  parser.on('text', (piece) => {
    value += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (entry !== null && (name === 'Contents' || name === 'Upload')) {
      objects.push(listedObject(entry, prefix));
      entry = null;
    } else (entry ?? top).set(name, value);
    value = '';
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
  return { objects, next: top.get('IsTruncated') === 'true' ? nextOf(top) : null };
}

function listedObject(entry: ReadonlyMap<string, string>, prefix: string): ListedObject {
  const name = entry.get('Key') ?? '';
  return {
    key: name.startsWith(prefix) ? name.slice(prefix.length) : name,
    bytes: Number(entry.get('Size') ?? 0),
    modified: Date.parse(entry.get('LastModified') ?? entry.get('Initiated') ?? ''),
    uploadId: entry.get('UploadId') ?? null,
  };
}

function nextOf(top: ReadonlyMap<string, string>): Record<string, string> | null {
  const token = top.get('NextContinuationToken');
  if (token !== undefined) return { 'continuation-token': token };
  const [key, upload] = [top.get('NextKeyMarker'), top.get('NextUploadIdMarker')];
  return key === undefined ? null : { 'key-marker': key, 'upload-id-marker': upload ?? '' };
}
