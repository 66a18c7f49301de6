import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Bill, shippedBill } from '../licences/shipped-bill.ts';
import { shippedPackages } from '../licences/shipped-packages.ts';
import { root } from '../paths.ts';

/** Prints the bill of materials of what is shipped (CycloneDX, JSON); needs a build. @see `node build/commands/sbom.ts` */
const nameAndVersion = (file: string) => {
  const { name, version } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<
    'name' | 'version',
    string
  >;
  return { name, reference: `${name}@${version}` };
};
const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const text = execFileSync('npm', words, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 2 ** 20,
  shell: process.platform === 'win32',
});
const shipped = shippedPackages(root).map(({ name, version }) => `${name}@${version}`);
// It is packed beside what is bundled.
const electron = nameAndVersion('node_modules/electron/package.json').reference;
const bill = shippedBill(
  JSON.parse(text) as Bill,
  nameAndVersion('package.json').name,
  new Set([electron, ...shipped]),
);
process.stdout.write(`${JSON.stringify(bill, null, 1)}\n`);
