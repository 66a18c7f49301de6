import type { TrashedRecord } from '#shared/api/records/trash.ts';
import { printable, printableCell } from '#shared/text/printable.ts';
import { emptyTrash, readTrash, restoreTrashed } from '../../connector/editing/trash.ts';
import type { Source } from '../../connector/source.ts';
import { connectionToLocal } from '../running/addresses/dataset-address.ts';
import { confirm } from '../running/confirm.ts';
import type { AccessOptions } from '../running/options.ts';
import { printResult } from '../running/output/print-result.ts';
import { alignedLines } from '../running/output/rows-text.ts';
import { counted } from '../running/row-count.ts';
import { CommandFailure } from '../running/run.ts';
import { withSource } from '../running/with-source.ts';

/** `almanac trash list|restore|empty`: what was deleted and can be restored. */
export const trashActs = {
  'trash list': { run: list },
  'trash restore': { run: restore },
  'trash empty': { run: empty },
};

/** Runs `act` with a service and what is in its trash. @throws {CommandFailure} if it has none */
async function withTrash(
  options: AccessOptions,
  act: (source: Source, entries: readonly TrashedRecord[]) => Promise<void>,
): Promise<void> {
  await withSource(options.service ?? connectionToLocal, options, async (source) => {
    const entries = await readTrash(source);
    if (entries === null) throw new CommandFailure('This service has no trash: what is deleted there is gone.');
    await act(source, entries);
  });
}

const nameOf = ({ namespace, dataset }: Pick<TrashedRecord, 'namespace' | 'dataset'>) =>
  dataset === '' ? namespace : `${namespace}/${dataset}`;

async function list(options: AccessOptions): Promise<void> {
  await withTrash(options, async (_, entries) => {
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    if (options.json === true) {
      process.stdout.write(`${JSON.stringify({ ok: true, bytes, trash: entries })}\n`);
      return;
    }
    const time = (iso: string) => printableCell(iso.slice(0, 16).replace('T', ' '));
    const lines = entries.map((entry) => [
      String(entry.id),
      printableCell(nameOf(entry), 80),
      printableCell(entry.version),
      String(entry.versions),
      entry.bytes.toLocaleString('en'),
      time(entry.deleted),
      time(entry.expires),
    ]);
    const titles = ['ID', 'NAME', 'VERSION', 'VERSIONS', 'BYTES', 'DELETED (UTC)', 'UNTIL (UTC)'];
    const right = (column: number) => [0, 3, 4].includes(column);
    const total = `${counted(entries.length, 'deletion')}, ${counted(bytes, 'byte')}\n`;
    const text = lines.length === 0 ? 'The trash is empty.\n' : `${alignedLines([titles, ...lines], right)}${total}`;
    process.stdout.write(text);
  });
}

async function restore(name: string, options: AccessOptions & { readonly version?: string }): Promise<void> {
  await withTrash(options, async (source, entries) => {
    const { version = '' } = options;
    const found = entries.find(
      (entry) => String(entry.id) === name || (nameOf(entry) === name && entry.version === version),
    );
    if (found === undefined) {
      const what = version === '' ? name : `version ${version} of ${name}`;
      throw new CommandFailure(`${printable(what)} is not in the trash: see almanac trash list.`, 'not-found');
    }
    const restored = await restoreTrashed(source, found.id);
    const what = found.version === '' ? '' : `version ${found.version} of `;
    printResult(options.json, { ok: true, ...restored }, `Restored ${what}${printable(nameOf(restored))}.`);
  });
}

async function empty(options: AccessOptions & { readonly yes?: boolean }): Promise<void> {
  await withTrash(options, async (source, entries) => {
    if (entries.length > 0) {
      const what = counted(entries.length, 'deletion');
      await confirm(`Delete what is in the trash (${what}) for good?`, options.yes);
      await emptyTrash(source, null);
    }
    printResult(options.json, { ok: true, deleted: entries.length }, 'The trash is empty.');
  });
}
