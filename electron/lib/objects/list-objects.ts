import { childrenOf, readXmlTree, type XmlElement } from '../xml-tree.ts';

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
  const list = readXmlTree(text);
  if (list === null) throw new Error('A list of objects is not well-formed.');
  const entries = [...childrenOf(list, 'Contents'), ...childrenOf(list, 'Upload')];
  const objects = entries.map((entry) => listedObject(entry, prefix));
  return { objects, next: textOf(list, 'IsTruncated') === 'true' ? nextOf(list) : null };
}

function textOf(element: XmlElement, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text;
}

function listedObject(entry: XmlElement, prefix: string): ListedObject {
  const name = textOf(entry, 'Key') ?? '';
  return {
    key: name.startsWith(prefix) ? name.slice(prefix.length) : name,
    bytes: Number(textOf(entry, 'Size') ?? 0),
    modified: Date.parse(textOf(entry, 'LastModified') ?? textOf(entry, 'Initiated') ?? ''),
    uploadId: textOf(entry, 'UploadId') ?? null,
  };
}

function nextOf(list: XmlElement): Record<string, string> | null {
  const token = textOf(list, 'NextContinuationToken');
  if (token !== undefined) return { 'continuation-token': token };
  const [key, upload] = [textOf(list, 'NextKeyMarker'), textOf(list, 'NextUploadIdMarker')];
  return key === undefined ? null : { 'key-marker': key, 'upload-id-marker': upload ?? '' };
}
