import accepted from '../licences/accepted.json' with { type: 'json' };
import { isFulfilled } from '../licences/licence-terms.ts';
import { report } from './report.ts';
import { readFile } from './source-files.ts';

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
}

/** Every package in the lock file, including tools; shipped packages are checked more strictly during the build. */
const lock = JSON.parse(readFile('package-lock.json')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const exceptions = new Map(Object.entries(accepted.packages));
const forShipping = new Set(accepted.licences);
const forTools = new Set([...accepted.licences, ...accepted.toolLicences]);

const problems = Object.entries(lock.packages).flatMap(([folder, { license = '', dev = false }]) => {
  const name = folder.split('node_modules/').at(-1) ?? '';
  if (name === '' || exceptions.has(name) || isFulfilled(license, dev ? forTools : forShipping)) return [];
  return [`${name}: "${license || 'no licence named'}" is not in build/licences/accepted.json`];
});
report(problems, null, `Licences of ${Object.keys(lock.packages).length - 1} packages are accepted ones.`);
