import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.ts';
import accepted from './accepted.json' with { type: 'json' };
import { isFulfilled } from './licence-terms.ts';
import { type ShippedPackage, shippedPackages } from './shipped-packages.ts';

/** The standard text for packages that declare a licence without including its text. */
const electron = path.join(root, 'node_modules', 'electron');

const runtime: ShippedPackage = {
  name: 'electron',
  version: (JSON.parse(readFileSync(path.join(electron, 'package.json'), 'utf8')) as { version: string }).version,
  licence: 'MIT',
  text: `${readFileSync(path.join(electron, 'LICENSE'), 'utf8').trim()}\n\nElectron contains Chromium and Node.js. Their licences, and those of all their parts, are in the file LICENSES.chromium.html beside the installed program.`,
};

const parts = new Map(Object.entries(accepted.parts));
const licences = new Set(accepted.licences);
const packages = [runtime, ...shippedPackages(root).map(withParts)];
const refused = packages.filter(
  ({ name, licence }) => !(name in accepted.packages) && !isFulfilled(licence, acceptedOf(name)),
);
if (refused.length > 0) {
  for (const { name, version, licence } of refused) {
    process.stderr.write(
      `${name} ${version} would be shipped under "${licence}", which is not among the accepted ones\n`,
    );
  }
  process.exitCode = 1;
}
writeFileSync(path.join(root, 'out', 'renderer', 'licences.json'), JSON.stringify(packages));
process.stderr.write(`Licences of ${packages.length} packages that are shipped: out/renderer/licences.json\n`);

/** A package's licence does not cover bundled code under another licence. */
function withParts(shipped: ShippedPackage): ShippedPackage {
  const part = parts.get(shipped.name);
  if (part === undefined) return shipped;
  const words = readFileSync(path.join(import.meta.dirname, part.text), 'utf8').trim();
  const licence = shipped.licence === part.licence ? part.licence : `${shipped.licence} AND ${part.licence}`;
  return { ...shipped, licence, text: `${shipped.text}\n\n${words}` };
}

function acceptedOf(name: string): ReadonlySet<string> {
  const part = parts.get(name);
  return part === undefined ? licences : new Set([...licences, part.licence]);
}
