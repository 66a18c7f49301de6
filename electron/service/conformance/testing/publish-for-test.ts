/** Publishes one version after another until it is killed: the child process of `crash.long.test.ts`. */
import { createDataset, findDataset } from '../../catalogue/records/datasets.ts';
import { createNamespace, findNamespace } from '../../catalogue/records/namespaces.ts';
import { publishVersion } from '../../operations/publish/publish.ts';
import { startService } from '../../service.ts';

const [dataFolder = '', path = ''] = process.argv.slice(2);
const service = await startService({ dataFolder });
const { records } = service.deps.catalogue;
const namespace =
  (await findNamespace(records, 'n')) ?? (await createNamespace(records, { slug: 'n', label: 'N', published: true }));
const dataset =
  (await findDataset(records, namespace.id, 'd')) ??
  (await createDataset(records, { namespaceId: namespace.id, slug: 'd', label: 'D' }));
for (;;) {
  const { slug } = await publishVersion(service.deps, dataset.id, { path, format: 'csv' });
  process.send?.(slug);
}
