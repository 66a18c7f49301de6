import type { SourceKind } from '#shared/follow.ts';
import type { DataSource } from './data-source.ts';

/** Each kind of source is loaded when it is first asked. Another kind is one folder and one line here. */
const loaders: Partial<Readonly<Record<SourceKind, () => Promise<DataSource>>>> = {};

/** @returns null for a kind that this version does not know */
export async function sourceOf(kind: SourceKind): Promise<DataSource | null> {
  return (await loaders[kind]?.()) ?? null;
}
