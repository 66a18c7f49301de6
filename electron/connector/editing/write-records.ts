import type { DatasetChange, EditTarget, ImageChange, NamespaceChange, Written } from '#shared/rpc/editing.ts';
import type { Failure } from '#shared/rpc/records.ts';
import { say } from '#shared/sentences/say.ts';
import { textField } from '../catalogue/fields.ts';
import { failureOf, ServiceError } from '../errors.ts';
import type { Source } from '../source.ts';
import { imageForm } from './image-file.ts';
import { insideAddress, targetAddress } from './target-address.ts';

type Change = Partial<Omit<NamespaceChange, 'image'>> & { readonly image: ImageChange };

/** The fields as the specification names them. */
function fieldsOf({ label, slug, description, published, allowedGroups, image }: Change): Record<string, unknown> {
  const fields = { label, slug, description, published, allowed_groups: allowedGroups };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(image.kind === 'remove' ? [...given, ['image', '']] : given);
}

const json = (record: object) => ({ type: 'application/json', content: JSON.stringify(record) });

/** Sends an image to what is there; what is wrong with it alone undoes nothing else. */
async function sendImage(
  source: Source,
  address: URL,
  image: ImageChange,
  signal: AbortSignal,
): Promise<Failure | null> {
  if (image.kind !== 'replace') return null;
  try {
    await source.send({ method: 'PATCH', address, body: await imageForm(image.path) }, signal);
    return null;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'aborted') throw error;
    return failureOf(error);
  }
}

/** What became of a target whose slug may be another one now. */
function renamed<Target extends EditTarget>(target: Target, slug: string): Target {
  if (target.kind === 'namespace') return { ...target, namespace: slug };
  return target.kind === 'dataset' ? { ...target, dataset: slug } : target;
}

/** Makes a namespace in a service, or a dataset in a namespace. @throws {ServiceError} */
export async function createInside(
  source: Source,
  parent: EditTarget,
  change: NamespaceChange | DatasetChange,
  signal: AbortSignal,
): Promise<Written> {
  const address = insideAddress(source.layout, parent);
  if (address === null || change.slug === undefined) {
    throw new ServiceError({ code: 'not-accepted', message: say('name-wanted') });
  }
  const reply = await source.send({ method: 'POST', address, body: json(fieldsOf(change)) }, signal);
  const slug = textField(reply.value, 'slug') || change.slug;
  const made: EditTarget =
    parent.kind === 'namespace'
      ? { kind: 'dataset', connection: parent.connection, namespace: parent.namespace, dataset: slug }
      : { kind: 'namespace', connection: parent.connection, namespace: slug };
  const imageRefused = await sendImage(source, targetAddress(source.layout, made), change.image, signal);
  return { slug, imageRefused };
}

/** Changes the given fields of a namespace or a dataset, and no others. @throws {ServiceError} */
export async function changeTarget(
  source: Source,
  target: Exclude<EditTarget, { kind: 'service' }>,
  change: NamespaceChange | DatasetChange,
  signal: AbortSignal,
): Promise<Written> {
  const fields = fieldsOf(change);
  let slug = target.kind === 'namespace' ? target.namespace : target.dataset;
  if (Object.keys(fields).length > 0) {
    const address = targetAddress(source.layout, target);
    const reply = await source.send({ method: 'PATCH', address, body: json(fields) }, signal);
    slug = textField(reply.value, 'slug') || change.slug || slug;
  }
  const address = targetAddress(source.layout, renamed(target, slug));
  return { slug, imageRefused: await sendImage(source, address, change.image, signal) };
}

/** Deletes a namespace or a dataset. One that is gone already is as good. @throws {ServiceError} */
export async function removeTarget(source: Source, target: Exclude<EditTarget, { kind: 'service' }>): Promise<void> {
  try {
    await source.send({ method: 'DELETE', address: targetAddress(source.layout, target) });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not-found') throw error;
  }
}
