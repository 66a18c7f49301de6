import { execFileSync, spawnSync } from 'node:child_process';

/** System packages that the application needs on Debian or Ubuntu to open its window. */
export const toRun = [
  ['libgtk-3-0', 'libgtk-3-0t64'],
  ['libnss3'],
  ['libasound2', 'libasound2t64'],
  ['libgbm1'],
  ['libxss1'],
  ['libxtst6'],
  ['libsecret-1-0'],
  // Loaded for the first notification: without it none is shown, and no error occurs.
  ['libnotify4'],
];

/** Additional packages for the tests: a virtual display, a Secret Service on a private bus, plain fonts. */
export const toTest = [...toRun, ['xvfb'], ['xauth'], ['gnome-keyring'], ['dbus-x11'], ['fonts-dejavu-core']];

/** Compresses the archives better than gzip; without it they are larger. */
export const toPack = [['libdeflate-tools']];

/**
 * Installs missing Debian packages, if this user may; otherwise prints the exact command. Each entry lists the names of
 * a package across releases; the first available one is used. On other systems it does nothing, because their desktops
 * include these packages.
 * @returns whether all packages are installed now
 */
export function ensureSystemPackages(packages: readonly string[][], log: (line: string) => void): boolean {
  if (process.platform !== 'linux' || !hasProgram('apt-get') || !hasProgram('dpkg-query')) return true;
  const missing = packages.filter((names) => !names.some(isInstalled));
  if (missing.length === 0) return true;
  const prefix = privilege();
  if (prefix === null) {
    log('Some system packages are missing. Install them with:');
    log(`  sudo apt-get install -y ${missing.map(([first]) => first).join(' ')}`);
    return false;
  }
  apt(prefix, ['update', '-qq']);
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing.map(availableName)];
  const names = missing.map(([first]) => first).join(' ');
  log(`Installing system packages (${megabytes(downloadBytes(install))} MB to download, once): ${names}`);
  return apt(prefix, install);
}

/** What an installation by `apt-get` downloads: it lists address, file, size in bytes and checksum, a file a line. */
function downloadBytes(install: readonly string[]): number {
  const { stdout } = spawnSync('apt-get', ['--print-uris', ...install], { encoding: 'utf8' });
  return [...stdout.matchAll(/^'[^']*' \S+ (\d+)/gm)].reduce((sum, [, size]) => sum + Number(size), 0);
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}

/** How to become root without a prompt: nothing if already root, `sudo -n` if allowed, otherwise null. */
function privilege(): string[] | null {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null;
}

function apt(prefix: readonly string[], words: readonly string[]): boolean {
  const [program, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...words];
  // A program may parse standard output, so the installer's output goes to standard error.
  return spawnSync(program ?? 'env', rest, { stdio: ['ignore', 2, 2] }).status === 0;
}

function hasProgram(name: string): boolean {
  return spawnSync('which', [name]).status === 0;
}

function isInstalled(name: string): boolean {
  const outcome = spawnSync('dpkg-query', ['-W', '-f', '$' + '{Status}', name], { encoding: 'utf8' });
  return outcome.status === 0 && outcome.stdout.includes('install ok installed');
}

function availableName(names: readonly string[]): string {
  for (const name of names) {
    if (execFileSync('apt-cache', ['policy', name], { encoding: 'utf8' }).match(/Candidate: (?!\(none\))/)) return name;
  }
  return names[0] ?? '';
}
