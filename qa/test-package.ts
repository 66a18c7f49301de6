import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, rmSync } from 'node:fs';
import path from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { product } from '../build/packaging/product.ts';
import { root } from '../build/paths.ts';
import { labCommand } from './lab-command.ts';

/**
 * Tests what is shipped: packages the application, then runs the end-to-end tests
 * against the packaged program. The test driver needs Electron's inspector, which a fuse disables in releases: it gets
 * a copy with that one fuse enabled, and the tests of the release itself get the original program.
 */
const log = (line: string) => process.stderr.write(`${line}\n`);
const out = path.join(root, 'out', 'package');
const command = labCommand('package')
  .argument('[tests...]', 'these alone, and options of Playwright')
  .option('--built', 'uses the package that there is')
  .allowUnknownOption()
  .parse();

if (command.opts<{ built?: true }>().built !== true) must('node', ['build/commands/package.ts']);
const [folder] = globSync('linux-unpacked', { cwd: out });
if (process.platform !== 'linux' || folder === undefined) throw new Error(`There is no packed Linux program in ${out}`);
const released = path.join(out, folder);
const tested = path.join(out, 'tested');
rmSync(tested, { recursive: true, force: true });
cpSync(released, tested, { recursive: true, verbatimSymlinks: true });
const program = path.join(tested, product.program);
await flipFuses(program, { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: true });

process.env.ALMANAC_TIER = 'all';
process.env.ALMANAC_PROGRAM = program;
process.env.ALMANAC_RELEASED = released;
const [deb] = globSync('*.deb', { cwd: out });
if (deb !== undefined && existsSync('/usr/bin/dpkg')) process.env.ALMANAC_DEB = path.join(out, deb);
must('node', ['build/commands/e2e.ts', ...command.args]);

function must(name: string, nameWords: readonly string[]): void {
  const { status } = spawnSync(name, nameWords, { cwd: root, stdio: 'inherit' });
  if (status === 0) return;
  log(`${name} ${nameWords.join(' ')} failed`);
  process.exit(status ?? 1);
}
