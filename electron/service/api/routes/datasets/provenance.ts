import { Provenance, ProvenanceWrite } from '#shared/api/records/provenance.ts';
import { mayWrite } from '../../../catalogue/access/access.ts';
import { changeProvenance, provenanceOf } from '../../../catalogue/records/provenance.ts';
import type { LocatedDataset, Locator } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { notFound } from '../../plugins/api-error.ts';
import type { Answer, Resource } from '../../resources/resource.ts';
import { findReadableDataset } from '../namespaces/find.ts';

/**
 * `…/datasets/<dataset_slug>/provenance/` (an extension): licence, source and contact: the specification's record has
 * no fields for them, and a version, which never changes, cannot contain them.
 */
export function datasetProvenance(deps: ServiceDeps, locator: Locator): Resource<LocatedDataset> {
  const { records } = deps.catalogue;
  const answer = async ({ dataset }: LocatedDataset): Promise<Answer> => {
    const record = await provenanceOf(records, dataset.id);
    if (record === null) throw notFound();
    return { kind: 'record', record };
  };
  const write = async (located: LocatedDataset, change: ProvenanceWrite): Promise<Answer> => {
    await changeProvenance(records, located.dataset.id, change);
    deps.announce();
    return await answer(located);
  };
  return {
    path: '/api/v1/namespaces/:namespace/datasets/:dataset/provenance/',
    name: 'Dataset Provenance',
    description: 'The licence, the source and the contact of a dataset.',
    tag: 'datasets',
    find: (exchange) => findReadableDataset(locator, exchange),
    mayWrite: ({ caller }, { namespace }) => mayWrite(namespace, caller),
    actions: {
      GET: {
        summary: 'Read licence, source and contact of a dataset',
        answers: { 200: Provenance },
        handle: (_, located) => answer(located),
      },
      PUT: {
        summary: 'Replace licence, source and contact of a dataset',
        body: ProvenanceWrite,
        answers: { 200: Provenance },
        failures: [415],
        handle: (_, located, { fields }) =>
          write(located, { licence: '', source: '', contact: '', ...(fields as ProvenanceWrite) }),
      },
      PATCH: {
        summary: 'Change licence, source or contact of a dataset',
        body: ProvenanceWrite,
        answers: { 200: Provenance },
        failures: [415],
        handle: (_, located, { fields }) => write(located, fields as ProvenanceWrite),
      },
    },
  };
}
