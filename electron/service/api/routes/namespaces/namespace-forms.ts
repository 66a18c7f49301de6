import { groupEntries } from '../../../catalogue/records/groups.ts';
import type { NamespaceEntry } from '../../../catalogue/records/namespaces.ts';
import type { ServiceDeps } from '../../../deps.ts';
import type { FormField, PageForm } from '../../pages/page-context.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import { areaField, deleteForm, fileField, formTextField, slugField, tickField } from '../../responses/page-forms.ts';

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
