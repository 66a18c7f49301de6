import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A third-party package that we ship. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty if the package does not declare one. */
  readonly licence: string;
  /** The licence text; empty if the package contains none. */
  readonly text: string;
}

interface Described {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Packages bundled into a process, and those shipped unbundled because of their native parts. */
export function shippedPackages(root: string): ShippedPackage[] {
  const bundled = globSync('out/bundled/*.json', { cwd: root }).flatMap(
    (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as string[],
  );
  const folders = new Set([...bundled.map((folder) => path.join(root, folder)), ...nativePackages(root)]);
  const packages = [...folders].map(readPackage).filter(({ name }) => name !== '');
  const byName = new Map(packages.map((found) => [`${found.name}@${found.version}`, found]));
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The runtime dependencies, with all their installed transitive dependencies. */
function nativePackages(root: string): Set<string> {
  const found = new Set<string>();
  const visit = (from: string) => {
    const { dependencies = {}, optionalDependencies = {} } = describedIn(from);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const folder = resolve(from, name, root);
      if (folder === null || found.has(folder)) continue;
      found.add(folder);
      visit(folder);
    }
  };
  visit(root);
  return found;
}

/** As Node resolves packages: beside the importing one, then further up. */
function resolve(from: string, name: string, root: string): string | null {
  for (let folder = from; folder.startsWith(root); folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
  }
  return null;
}

function readPackage(folder: string): ShippedPackage {
  const { name = '', version = '', license = '' } = describedIn(folder);
  return { name, version, licence: typeof license === 'string' ? license : (license.type ?? ''), text: textIn(folder) };
}

function describedIn(folder: string): Described {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Described;
}

function textIn(folder: string): string {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice|third-party-notices)/i.test(entry.name))
    .map(({ name }) => name);
  const files = names.sort().map((name) => path.join(folder, name));
  return files
    .filter((file) => !/\.(js|ts|json)$/.test(file))
    .map((file) => readFileSync(file, 'utf8').trim())
    .join('\n\n');
}
