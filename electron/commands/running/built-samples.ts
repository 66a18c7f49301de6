import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { samplesFolder } from '../../backend/samples-folder.ts';
import { CommandFailure } from './run.ts';

/** The folder of the samples, which are brought up to date in the source tree. @throws {CommandFailure} */
export function builtSamples(): string {
  const maker = path.join(import.meta.dirname, '../../../build/commands/samples.ts');
  if (existsSync(maker)) spawnSync(process.execPath, [maker], { stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = samplesFolder();
  if (folder === null) throw new CommandFailure('There are no samples here. Run `npm run build` to create them.');
  return folder;
}
