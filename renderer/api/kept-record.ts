import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';

const storageKey = 'almanac-record';
/** Letters of the longest record that is kept: one of some hundred columns. */
const longest = 200_000;
/** The service of this computer: what the person may read of others can change while Almanac does not run. */
const ownService = 'local';

const KeptRecord = Type.Object({ reference: DatasetReference, details: DatasetDetails });

let kept: Static<typeof KeptRecord> | null | undefined;

function read(): Static<typeof KeptRecord> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return Value.Check(KeptRecord, value) ? value : null;
  } catch {
    return null;
  }
}

const keyOf = ({ connection, namespace, dataset }: DatasetReference) =>
  JSON.stringify([connection, namespace, dataset]);

/**
 * The record of a dataset as it was when it was last looked at, if it is the last one of this computer's own service:
 * the grid stands by it while the service starts. The record itself is asked for all the same, and takes its place.
 */
export function keptRecord(reference: DatasetReference): DatasetDetails | undefined {
  if (reference.connection !== ownService) return undefined;
  if (kept === undefined) kept = read();
  return kept !== null && keyOf(kept.reference) === keyOf(reference) ? kept.details : undefined;
}

/** Keeps the record of the dataset in front for the next start. */
export function keepRecord(reference: DatasetReference, details: DatasetDetails): void {
  if (reference.connection !== ownService || kept?.details === details) return;
  kept = { reference, details };
  const text = JSON.stringify(kept);
  if (text.length <= longest) localStorage.setItem(storageKey, text);
  else localStorage.removeItem(storageKey);
}
