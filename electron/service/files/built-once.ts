import type { SharedFiles } from './shared-files.ts';

/** How a machine has derived files. */
export interface Building<Made> {
  /** Files of the cache, as {@link SharedFiles} lists them. */
  readonly files: readonly string[];
  /** What is in the files; null if they are missing, or damaged. */
  open(): Promise<Made | null>;
  build(): Promise<Made>;
}

/**
 * Opens derived files that machines share: those of this machine, else those that another machine has built or is
 * building. Otherwise they are built here, once for all machines. If the other machine gives up or ends, this one
 * builds them.
 * @param shared null if there are no other machines
 */
export async function builtOnce<Made>(
  shared: SharedFiles | null,
  building: Building<Made>,
  signal: AbortSignal | undefined,
): Promise<Made> {
  const { files, open, build } = building;
  const kept = await open();
  if (kept !== null) return kept;
  if (shared === null) return build();
  const ready = (await shared.fetch(files, signal)) ? await open() : null;
  if (ready !== null) return ready;
  const permitOthers = await shared.waitToBuild(files, signal);
  try {
    // It may have been built meanwhile.
    const late = (await shared.fetch(files, signal)) ? await open() : null;
    if (late !== null) {
      permitOthers();
      return late;
    }
    const made = await build();
    if (made === null) permitOthers();
    else void shared.offer(files).finally(permitOthers);
    return made;
  } catch (error) {
    permitOthers();
    throw error;
  }
}
