import type { ParametersOf } from '#shared/rpc/backend.ts';
import { callBackend } from '../backend.ts';
import { datasetQuery, records } from './records.ts';

/** Changes the label or description of a column; the record has been read again when this resolves. */
export async function describeColumn(parameters: ParametersOf<'describeColumn'>): Promise<void> {
  await callBackend('describeColumn', parameters);
  await records.invalidateQueries({ queryKey: datasetQuery(parameters.reference).queryKey });
}
