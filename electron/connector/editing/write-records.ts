import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ProvenanceWrite } from '#shared/api/records/provenance.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { type ExplainedError, failureOf, isOfKind } from '#shared/english/explained-error.ts';
import { type Explanation, explain, type Failure } from '#shared/failures.ts';
import type {
  DatasetChange,
  Editable,
  EditableTarget,
  EditTarget,
  ImageChange,
  NamespaceChange,
  RemovalTarget,
  Written,
} from '#shared/rpc/editing.ts';
import { listNamespaces } from '../catalogue/catalogue.ts';
import { booleanField, integerField, textField, textsField } from '../catalogue/fields.ts';
import { pictureType } from '../catalogue/images.ts';
import { ServiceError } from '../errors.ts';
import { formDataOf } from '../http/form.ts';
import { jsonBody } from '../http/json-body.ts';
import type { ServiceLayout } from '../http/layout.ts';
import type { Message } from '../http/write.ts';
import type { Source } from '../source.ts';
import { provenanceAddress } from './provenance.ts';

type Change = Partial<Omit<NamespaceChange & DatasetChange, 'image'>> & { readonly image: ImageChange };

/** The fields as the specification names them. */
function fieldsOf({
  label,
  slug,
  description,
  published,
  allowedGroups,
  hidden,
  image,
}: Change): Record<string, unknown> {
  const fields = { label, slug, description, published, allowed_groups: allowedGroups, hidden };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(image.kind === 'remove' ? [...given, ['image', '']] : given);
}

/** A weak tag never matches (RFC 9110, 13.1.1), so it cannot be a condition. */
function condition(etag: string | null): { readonly ifMatch?: string } {
  return etag === null || etag.startsWith('W/') ? {} : { ifMatch: etag };
}

/** Sends an image to an existing record; its failure does not undo anything else. */
async function sendImage(
  source: Source,
  address: URL,
  image: ImageChange,
  ifMatch: string | null,
  signal: AbortSignal,
): Promise<Failure | null> {
  if (image.kind !== 'replace') return null;
  try {
    const body = await imageForm(image.path);
    await source.send({ method: 'PATCH', address, body, ...condition(ifMatch) }, signal);
    return null;
  } catch (error) {
    // If this is the first request, only the image was to be changed.
    if (isOfKind(error, 'aborted', 'changed-meanwhile')) throw error;
    return failureOf(error);
  }
}

/** The target after a change of its slug. */
function renamed<Target extends EditTarget>(target: Target, slug: string): Target {
  if (target.kind === 'namespace') return { ...target, namespace: slug };
  return target.kind === 'dataset' ? { ...target, dataset: slug } : target;
}

/** Creates a namespace in a service, or a dataset in a namespace. @throws {ServiceError} */
export async function createInside(
  source: Source,
  parent: EditTarget,
  change: NamespaceChange | DatasetChange,
  signal: AbortSignal,
): Promise<Written> {
  const address = insideAddress(source.layout, parent);
  if (address === null || change.slug === undefined) {
    throw new ServiceError('not-accepted', explain('name-required'));
  }
  const reply = await source.send({ method: 'POST', address, body: jsonBody(fieldsOf(change)) }, signal);
  const slug = textField(reply.value, 'slug') || change.slug;
  const made: EditTarget =
    parent.kind === 'namespace'
      ? { kind: 'dataset', connection: parent.connection, namespace: parent.namespace, dataset: slug }
      : { kind: 'namespace', connection: parent.connection, namespace: slug };
  const imageRefused = await sendImage(source, targetAddress(source.layout, made), change.image, null, signal);
  return { slug, imageRefused };
}

/**
 * The editable fields of a namespace or dataset, with the entity tag of the record that they were read from.
 * @param id of the record, which is found even if it was renamed since; null for any record with the target's name
 * @throws {ServiceError} `not-found` if it does not exist (any more)
 */
export async function readEditable(
  source: Source,
  target: EditableTarget,
  id: number | null,
  signal: AbortSignal,
): Promise<Editable> {
  let missing: ExplainedError;
  try {
    const found = await readAt(source, target, signal);
    if (id === null || found.id === null || found.id === id) return found;
    missing = new ServiceError('not-found', explain('nothing-here', { host: source.layout.base.host }));
  } catch (error) {
    if (id === null || !isOfKind(error, 'not-found')) throw error;
    missing = error;
  }
  const now = await findById(source, target, id, signal);
  if (now === null) throw missing;
  return await readAt(source, now, signal);
}

async function readAt(source: Source, target: EditableTarget, signal: AbortSignal): Promise<Editable> {
  const { value, etag } = await source.client.getJson(targetAddress(source.layout, target), { signal });
  const record = {
    target,
    id: integerField(value, 'id') || null,
    label: textField(value, 'label'),
    slug: textField(value, 'slug') || (target.kind === 'namespace' ? target.namespace : target.dataset),
    description: textField(value, 'description'),
    image: textField(value, 'thumbnail_image') || textField(value, 'image'),
    etag,
  };
  const isDataset = target.kind === 'dataset';
  return {
    ...record,
    published: !isDataset && booleanField(value, 'published', true),
    ...(isDataset && booleanField(value, 'hidden', false) && { hidden: true }),
    allowedGroups: isDataset ? [] : textsField(value, 'allowed_groups'),
  };
}

/**
 * The current target of the record with an id, which may have been renamed, as may its namespace; null if there is
 * none.
 */
async function findById(
  source: Source,
  { kind, connection }: EditableTarget,
  id: number,
  signal: AbortSignal,
): Promise<EditableTarget | null> {
  for (const namespace of await listNamespaces(source, signal, () => {})) {
    const place = { connection, namespace: namespace.slug };
    if (kind === 'namespace' && namespace.id === id) return { kind, ...place };
    const dataset = kind === 'dataset' ? namespace.datasets.find((one) => one.id === id) : undefined;
    if (dataset !== undefined) return { kind: 'dataset', ...place, dataset: dataset.slug };
  }
  return null;
}

/**
 * Changes only the given fields of a namespace or dataset.
 * @param etag of the record that the change was made from; null to overwrite
 * @throws {ServiceError} `changed-meanwhile` if the service's record has changed
 */
export async function changeTarget(
  source: Source,
  target: EditableTarget,
  change: NamespaceChange | DatasetChange,
  etag: string | null,
  signal: AbortSignal,
): Promise<Written> {
  const fields = fieldsOf(change);

  let slug = target.kind === 'namespace' ? target.namespace : target.dataset;
  if (Object.keys(fields).length > 0) {
    const address = targetAddress(source.layout, target);
    const reply = await source.send({ method: 'PATCH', address, body: jsonBody(fields), ...condition(etag) }, signal);
    slug = textField(reply.value, 'slug') || change.slug || slug;
  }
  const address = targetAddress(source.layout, renamed(target, slug));
  const isFirst = Object.keys(fields).length === 0;
  return { slug, imageRefused: await sendImage(source, address, change.image, isFirst ? etag : null, signal) };
}

/** Changes the given fields among licence, source and contact of a dataset. @throws {ServiceError} */
export async function writeProvenance(
  source: Source,
  name: DatasetName,
  change: ProvenanceWrite,
  signal: AbortSignal,
): Promise<void> {
  await source.send(
    { method: 'PATCH', address: provenanceAddress(source.layout, name), body: jsonBody(change) },
    signal,
  );
}

/** Deletes a namespace, a dataset or a version. Not an error if it is already deleted. @throws {ServiceError} */
export async function removeTarget(source: Source, target: RemovalTarget): Promise<void> {
  try {
    await source.send({ method: 'DELETE', address: targetAddress(source.layout, target) });
  } catch (error) {
    if (!isOfKind(error, 'not-found')) throw error;
  }
}

/** Maximum size of an uploaded image, in bytes. */
const maxBytes = 10 * 1024 * 1024;

const endings: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };

function refused(reason: Explanation, file: string): ServiceError {
  return new ServiceError('not-accepted', reason, file);
}

/**
 * A file as the body of a form with the single field `image`. Only a file with the content of an image leaves this
 * computer, whatever its path. @throws {ServiceError} `not-accepted`
 */
async function imageForm(file: string): Promise<NonNullable<Message['body']>> {
  const content = await read(file);
  const type = pictureType(content) ?? '';
  const ending = endings[type];
  if (ending === undefined) throw refused(explain('no-image'), file);
  // The local file name is private.
  const name = `image.${ending}`;
  return formDataOf({}, { field: 'image', name, type, stream: Readable.from([content]), bytes: content.length });
}

async function read(file: string): Promise<Buffer> {
  const { size } = await stat(path.resolve(file)).catch(() => {
    throw refused(explain('image-gone'), file);
  });
  if (size > maxBytes) throw refused(explain('image-too-large'), file);
  return await readFile(file);
}

export function targetAddress(layout: ServiceLayout, target: EditTarget | RemovalTarget): URL {
  switch (target.kind) {
    case 'service':
      return layout.endpoint('namespaces');
    case 'namespace':
      return new URL(layout.namespace(target.namespace));
    case 'dataset':
      return new URL(layout.dataset(target.namespace, target.dataset));
    case 'version': {
      const dataset = layout.dataset(target.namespace, target.dataset);
      return new URL(`version/${encodeURIComponent(target.version)}/`, dataset);
    }
  }
}

/** The address at which children of a target are created; null if it cannot have any. */
export function insideAddress(layout: ServiceLayout, target: EditTarget): URL | null {
  if (target.kind === 'dataset') return null;
  if (target.kind === 'service') return layout.endpoint('namespaces');
  return new URL(`${layout.namespace(target.namespace)}datasets/`);
}
