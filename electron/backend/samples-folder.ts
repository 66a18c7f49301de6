import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder of the built samples: beside the packaged application's archive, or in the build output.
 * @returns null if there are none
 */
export function samplesFolder(): string | null {
  const resources: unknown = Reflect.get(process, 'resourcesPath');
  const candidates = [
    ...(typeof resources === 'string' ? [path.join(resources, 'samples')] : []),
    path.join(import.meta.dirname, 'samples'),
    path.join(import.meta.dirname, '../..', 'out', 'samples'),
  ];
  return candidates.find((folder) => existsSync(path.join(folder, 'samples.json'))) ?? null;
}
