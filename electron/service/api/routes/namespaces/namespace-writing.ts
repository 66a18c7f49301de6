import { setTimeout as sleep } from 'node:timers/promises';
import type { NamespaceWrite } from '#shared/api/records/namespace.ts';
import { given } from '#shared/given.ts';
import { isPublic } from '../../../catalogue/access/access.ts';
import type { Records } from '../../../catalogue/database/catalogue.ts';
import { listDatasets } from '../../../catalogue/records/datasets.ts';
import { groupEntries } from '../../../catalogue/records/groups.ts';
import {
  changeNamespace,
  createNamespace,
  deleteNamespace,
  dropAbandonedNamespaces,
  findNamespace,
  type NamespaceEntry,
  NotEmptyError,
  noImages,
  SlugTakenError,
} from '../../../catalogue/records/namespaces.ts';
import { trashNamespace } from '../../../catalogue/records/trash.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { confirmShown } from '../../../operations/recipes/private-inputs.ts';
import { type Deletion, removeUnreferenced, removeVersions } from '../../../operations/remove-dataset.ts';
import { lastValue } from '../../bodies/query-pairs.ts';
import type { QueryParameter } from '../../openapi/query-parameter.ts';
import { areaField, deleteForm, fileField, formTextField, slugField, tickField } from '../../pages/forms.ts';
import type { FormField, PageForm } from '../../pages/page-context.ts';
import { invalid, notFound, refusal } from '../../plugins/api-error.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import type { ValidBody } from '../../plugins/validation.ts';
import { namespaceRecords } from '../../records/gather.ts';
import type { Answer } from '../../resources/resource.ts';
import { commitImage, writtenImage } from '../../responses/written-image.ts';
import { privateInputsError } from '../sql/recipe.ts';

/** Converts the refusal of a slug into a response. @throws {ApiError} 400 */
export async function refusingTakenSlug<Result>(kind: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SlugTakenError) throw invalid({ slug: [`${kind} with this slug already exists.`] });
    throw error;
  }
}

/**
 * Refuses to show everybody what is made from private inputs, unless the request confirms that.
 * @param isNew whether this request is what would show it
 * @throws {ApiError} 400
 */
export async function assertShown(
  { catalogue }: ServiceDeps,
  namespace: Parameters<typeof confirmShown>[1],
  datasets: Parameters<typeof confirmShown>[2],
  { confirm_private_inputs: isConfirmed = false }: { readonly confirm_private_inputs?: boolean },
  isNew: boolean,
): Promise<void> {
  if (!isNew && !isConfirmed) return;
  await confirmShown(catalogue.records, namespace, datasets, isConfirmed).catch((error: unknown) => {
    throw privateInputsError(error) ?? error;
  });
}

/** Creates a namespace owned by the caller. */
export async function makeNamespace(deps: ServiceDeps, exchange: Exchange, body: ValidBody): Promise<NamespaceEntry> {
  const { records } = deps.catalogue;
  const given = body.fields as unknown as NamespaceWrite;
  const allowedGroups = await groupsOfAddresses(records, given.allowed_groups ?? []);
  const provisional = readFlag(exchange, 'provisional');
  const image = await writtenImage(body, noImages, false);
  let made: NamespaceEntry | null = null;
  await commitImage(deps.images, image, async (names) => {
    made = await refusingTakenSlug(
      'namespace',
      createNamespace(records, {
        slug: given.slug,
        label: given.label,
        description: given.description ?? '',
        published: given.published ?? false,
        ownerId: exchange.caller?.id ?? null,
        allowedGroups,
        provisional,
        ...names,
      }),
    );
    return noImages;
  });
  deps.announce();
  if (made === null) throw notFound();
  if (provisional) void removeLater(deps, given.slug);
  return made;
}

/** Milliseconds for which a provisional namespace waits for its first dataset. */
const provisionalMs = 10 * 60_000;

/** Removes a provisional namespace, unless a dataset is being created in it. */
async function removeLater({ catalogue, log, sidecars }: ServiceDeps, slug: string): Promise<void> {
  await sleep(provisionalMs, undefined, { ref: false });
  try {
    await dropAbandonedNamespaces(catalogue.records, { slug });
    await sidecars.flush();
  } catch (error) {
    log.error({ err: error }, 'A namespace without any dataset could not be removed.');
  }
}

/** Changes a namespace; `replace` (PUT) clears missing fields. */
export async function rewriteNamespace(
  deps: ServiceDeps,
  exchange: Exchange,
  namespace: NamespaceEntry,
  body: ValidBody,
  replace: boolean,
): Promise<Answer> {
  const { records } = deps.catalogue;
  const empty = replace ? { description: '', published: false, allowed_groups: [] } : {};
  const fields: Partial<NamespaceWrite> = { ...empty, ...body.fields };
  const groups = fields.allowed_groups === undefined ? null : await groupsOfAddresses(records, fields.allowed_groups);
  const readers = {
    ...namespace,
    ...given({ published: fields.published }),
    allowedGroups: groups ?? namespace.allowedGroups,
  };
  await assertShown(deps, readers, await listDatasets(records, [namespace.id]), fields, !isPublic(namespace));
  const image = await writtenImage(body, namespace, replace);
  const { label, slug, description, published } = fields;
  const change = {
    ...given({ label, slug, description, published }),
    ...(groups === null ? {} : { allowedGroups: groups }),
  };
  await commitImage(deps.images, image, (names) =>
    refusingTakenSlug('namespace', changeNamespace(records, namespace.id, { ...change, ...names })),
  );
  deps.announce();
  const changed = await findNamespace(records, slug ?? namespace.slug);
  if (changed === null) throw notFound();
  const [record] = await namespaceRecords(records, exchange, [changed]);
  return { kind: 'record', record };
}

/** Converts the refusal to delete a record that is not empty into a response. @throws {ApiError} 409 */
export async function refusingContent<Result>(content: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NotEmptyError) throw refusal(409, `It is not empty: it contains a ${content}.`);
    throw error;
  }
}

/** The parameter for deleting a record only if it is empty. */
const onlyEmptyParameter: QueryParameter = {
  name: 'empty',
  description: 'Remove it only if it is empty; 409 otherwise.',
  schema: { type: 'string', enum: ['true', 'false'] },
};

/** The parameter for creating a provisional namespace, for a dataset that is about to be published. */
export const provisionalParameter: QueryParameter = {
  name: 'provisional',
  description:
    'Create it for a dataset that is about to be published: it appears with that dataset, and is removed if none follows.',
  schema: { type: 'string', enum: ['true', 'false'] },
};

function readFlag({ query }: Exchange, name: string): boolean {
  const value = lastValue(query, name) ?? 'false';
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalid({ [name]: ['Must be a valid boolean.'] });
}

export const deletionParameters: readonly QueryParameter[] = [
  onlyEmptyParameter,
  {
    name: 'permanent',
    description: 'Whether it is deleted for good; otherwise it can be restored from the trash.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
];

/** @throws {ApiError} 400 */
export function readDeletion(exchange: Exchange): Deletion {
  const onlyEmpty = readFlag(exchange, 'empty');
  return { onlyEmpty, permanent: readFlag(exchange, 'permanent') || onlyEmpty };
}

/** Removes a namespace, its datasets, their rows and all images: into the trash, or for good. */
export async function dropNamespace(
  deps: ServiceDeps,
  namespace: NamespaceEntry,
  { onlyEmpty, permanent }: Deletion,
): Promise<Answer> {
  const { records } = deps.catalogue;
  if (permanent || namespace.provisional) {
    const removed = await refusingContent('dataset', deleteNamespace(records, namespace.id, onlyEmpty));
    await removeUnreferenced(deps, removed);
  } else await removeVersions(deps, await trashNamespace(records, namespace.id));
  deps.announce();
  return { kind: 'empty', status: 204 };
}

/** Ids of groups by their addresses, whose host is ignored, as in DRF. @throws {ApiError} 400 */
async function groupsOfAddresses(records: Records, addresses: readonly string[]): Promise<number[]> {
  const known = new Set((await groupEntries(records)).map((group) => group.id));
  const messages = new Set<string>();
  const ids = addresses.flatMap((address) => {
    const match = /^(?:https?:\/\/[^/]+)?\/api\/v1\/groups\/(\d{1,15})\/(?:[?#].*)?$/.exec(address);
    const id = match === null ? null : Number(match[1]);
    if (id === null) messages.add('Invalid hyperlink - No URL match.');
    else if (known.has(id)) return [id];
    else messages.add('Invalid hyperlink - Object does not exist.');
    return [];
  });
  if (messages.size > 0) throw invalid({ allowed_groups: [...messages] });
  return ids;
}

const imageHelp = 'PNG, JPEG or WebP, up to 10 MB.';

/** The form that creates a namespace. */
export async function newNamespaceForm(deps: ServiceDeps, exchange: Exchange): Promise<PageForm> {
  return {
    action: exchange.address,
    title: 'Make a namespace',
    submit: 'Create',
    fields: await namespaceFields(deps, exchange, null),
  };
}

/** The forms of a namespace: change it, add a dataset, delete it. */
export async function namespaceForms(
  deps: ServiceDeps,
  exchange: Exchange,
  namespace: NamespaceEntry,
): Promise<PageForm[]> {
  const address = exchange.links.namespace(namespace.slug);
  return [
    {
      action: `${address}?_method=PUT`,
      title: 'Change this namespace',
      submit: 'Save',
      fields: await namespaceFields(deps, exchange, namespace),
    },
    newDatasetForm(exchange.links.datasets(namespace.slug)),
    deleteForm(address, 'namespace'),
  ];
}

/** The form that creates a dataset. @param action address of the list that it is added to */
export function newDatasetForm(action: string): PageForm {
  return {
    action,
    title: 'Make a dataset',
    submit: 'Create',
    fields: [
      formTextField('label', 'Label', '', { required: true }),
      slugField(''),
      areaField('description', 'Description', ''),
      fileField('image', 'Image', false, imageHelp),
    ],
  };
}

async function namespaceFields(
  deps: ServiceDeps,
  exchange: Exchange,
  namespace: NamespaceEntry | null,
): Promise<FormField[]> {
  const { caller } = exchange;
  const groups = (await groupEntries(deps.catalogue.records)).filter(
    (group) => caller?.isStaff === true || caller?.groups.has(group.id) === true,
  );
  const chosen = new Set(namespace?.allowedGroups ?? []);
  const address = (id: number) => exchange.links.group(id);
  return [
    formTextField('label', 'Label', namespace?.label ?? '', { required: true }),
    slugField(namespace?.slug ?? ''),
    areaField('description', 'Description', namespace?.description ?? ''),
    fileField('image', 'Image', false, imageHelp),
    tickField('published', 'Published', namespace?.published ?? false, 'Whether anyone but you and staff may see it.'),
    {
      ...formTextField('allowed_groups', 'Allowed groups', ''),
      kind: 'choices',
      value: [...chosen].map(address),
      choices: groups.map((group) => ({ value: address(group.id), label: group.name })),
      help: 'If none is selected, everyone; otherwise only the members of these groups.',
      maxLength: null,
    },
  ];
}
