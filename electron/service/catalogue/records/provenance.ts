import type { Provenance, ProvenanceWrite } from '#shared/api/records/provenance.ts';
import { given } from '#shared/given.ts';
import type { Records } from '../database/catalogue.ts';

/** The provenance of a dataset; null if the dataset no longer exists. */
export async function provenanceOf(records: Records, datasetId: number): Promise<Provenance | null> {
  const row = await records
    .selectFrom('datasets')
    .select(['licence', 'source', 'contact'])
    .where('id', '=', datasetId)
    .executeTakeFirst();
  return row ?? null;
}

/** Changes the provenance of a dataset; missing fields stay unchanged. */
export async function changeProvenance(records: Records, datasetId: number, change: ProvenanceWrite): Promise<void> {
  const { licence, source, contact } = change;
  const values = {
    ...given({ licence, source, contact }),
  };
  if (Object.keys(values).length === 0) return;
  await records.updateTable('datasets').set(values).where('id', '=', datasetId).execute();
}
