import { RecomputeRecord } from '#shared/api/records/recipe.ts';
import { mayWrite } from '../../../catalogue/access/access.ts';
import type { LocatedDataset, Locator } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { recompute, recomputeLimitMs } from '../../../operations/recipes/recompute.ts';
import { notFound } from '../../plugins/api-error.ts';
import { workOf } from '../../plugins/caller-key.ts';
import type { Resource } from '../../resources/resource.ts';
import { findReadableDataset } from '../namespaces/find.ts';
import { assertMayRunSql } from './sql.ts';
import { withStatementErrors } from './statement-errors.ts';

/** `…/version/<version_slug>/recompute/` (an extension): makes a derived version again, and compares the two. */
export function versionRecompute(deps: ServiceDeps, locator: Locator): Resource<LocatedDataset> {
  return {
    path: '/api/v1/namespaces/:namespace/datasets/:dataset/version/:version/recompute/',
    name: 'Version Recompute',
    description: 'Whether the recipe of a version makes the same of the same versions.',
    tag: 'sql',
    async find(exchange) {
      await assertMayRunSql(deps, exchange);
      return await findReadableDataset(locator, exchange);
    },
    actions: {
      POST: {
        summary: 'Run the recipe of a version again, and compare the checksums; nothing is changed',
        answers: { 200: RecomputeRecord },
        async handle(exchange, { namespace, dataset }) {
          const { caller, path } = exchange;
          const work = workOf(exchange);
          const reader = { kind: 'caller', caller } as const;
          const limitMs = mayWrite(namespace, caller) ? recomputeLimitMs.writers : recomputeLimitMs.readers;
          const version = { datasetId: dataset.id, slug: path.version ?? '', limitMs };
          const record = await withStatementErrors(() => recompute(deps, version, reader, work));
          if (record === null) throw notFound();
          return { kind: 'record', record };
        },
      },
    },
  };
}
