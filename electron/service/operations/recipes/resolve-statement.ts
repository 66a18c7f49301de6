import type { Column } from '#shared/api/column.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { StatementReader } from '../../catalogue/access/access.ts';
import type { ColumnNote } from '../../catalogue/records/datasets.ts';
import { columnsOfDatasets } from '../../catalogue/records/versions.ts';
import type { ServiceDeps } from '../../deps.ts';
import type { CodeLink, StoredVersion } from '../../files/stored-version.ts';
import type { Statement } from '../../reading/statements/statement.ts';
import { linkedLists } from '../codes/linked-lists.ts';
import { columnOrigins, type QueryField } from './column-origins.ts';
import { type PinnedVersions, type ResolvedInput, resolveInputs } from './resolve-inputs.ts';

export type RecipeDeps = Pick<ServiceDeps, 'catalogue' | 'rows'>;

/** A statement that passed both guards, with the versions that it reads. */
export interface ResolvedStatement {
  readonly sql: string;
  readonly inputs: readonly ResolvedInput[];
  /** Whether it is known to give the same with several threads. */
  readonly isOrdered?: boolean;
  /** Where its columns come from; null if its text does not show that. */
  readonly fields: readonly QueryField[] | null;
}

/** Checks a statement and finds its inputs. @throws {IngestError | IsolatedProcessError} */
export async function resolveStatement(
  { catalogue, rows }: RecipeDeps,
  sql: string,
  reader: StatementReader,
  work: LongWork,
  pinned?: PinnedVersions,
): Promise<ResolvedStatement> {
  const { tables, tree } = await rows.check(sql, work);
  const inputs = await resolveInputs(catalogue.records, tables, reader, pinned);
  return { sql, inputs, fields: columnOrigins(tree, inputs) };
}

/** A resolved statement within limits, ready to run. */
export function runnable(
  { sql, inputs, fields, isOrdered = false }: ResolvedStatement,
  limits: Pick<Statement, 'maxRows' | 'limitMs'>,
): Statement {
  const geometries = (fields ?? []).map(({ name, origins: [origin] }) =>
    origin?.column.type === 'geometry' ? name : null,
  );
  return { sql, inputs: inputs.map(({ name, version }) => ({ name, version })), geometries, isOrdered, ...limits };
}

/** The fields whose columns have their names: the first of each, as the others get another one. */
function namedFields({ fields }: Pick<ResolvedStatement, 'fields'>): readonly QueryField[] {
  const names = new Set(['']);
  return (fields ?? []).filter(({ name }) => {
    const isFirst = !names.has(name.toLowerCase());
    names.add(name.toLowerCase());
    return isFirst;
  });
}

/** The labels and descriptions that come along with unchanged columns, by their names in the result. */
export async function columnNotesOf(
  { catalogue }: Pick<RecipeDeps, 'catalogue'>,
  resolved: ResolvedStatement,
): Promise<ColumnNote[]> {
  const ids = [...new Set(resolved.inputs.map(({ datasetId }) => datasetId))];
  const described = await columnsOfDatasets(catalogue.records, ids);
  return namedFields(resolved).flatMap(({ name, origins: [origin] }) => {
    const note = described.get(origin?.input.datasetId ?? -1)?.find((one) => one.name === origin?.column.name);
    if (note === undefined) return [];
    // A label that is only the name says nothing about a column with another name.
    const label = note.label === note.name ? {} : { label: note.label };
    return [{ name, ...label, description: note.description }];
  });
}

/** The code lists of unchanged columns that the reader may read, by their names in the result. */
export async function listsOfColumns(
  deps: Pick<RecipeDeps, 'catalogue'>,
  resolved: ResolvedStatement,
  reader: StatementReader,
): Promise<CodeLink[]> {
  const lists = new Map<number, Awaited<ReturnType<typeof linkedLists>>>();
  for (const { datasetId } of resolved.inputs) lists.set(datasetId, await linkedLists(deps, datasetId, reader));
  return namedFields(resolved).flatMap(({ name, origins }) => {
    const found = origins.map(({ input, column }) => lists.get(input.datasetId)?.get(column.name)?.dataset.id);
    // Rows of several inputs have the same codes only if they have the same list.
    const [id, ...others] = new Set(found);
    return id === undefined || others.length > 0 ? [] : [{ column: name, datasetId: id }];
  });
}

/** The columns of a result, with the notes that came along. */
export function describedColumns({ columns }: StoredVersion, notes: readonly ColumnNote[]): Column[] {
  return columns.map(({ name, type }) => {
    const note = notes.find((one) => one.name === name);
    return { type, description: note?.description ?? '', name, label: note?.label ?? name };
  });
}
