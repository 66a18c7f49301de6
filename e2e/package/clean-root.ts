import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A separate system for installing: this machine's files, with all changes in an overlay. */
export interface CleanRoot {
  /** The system as it looks from inside. */
  readonly root: string;
  /** Runs a program inside; its output. */
  run(words: readonly string[], environment?: Readonly<Record<string, string>>): string;
  /** Files that are new or changed since the system was created, without their folders. */
  changed(): string[];
  remove(): void;
}

/** Whether one can be created here, which requires permission to mount. */
export function canMakeRoot(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/** Mounts an empty overlay over this machine's files. Everything written inside goes to the overlay. */
export function makeCleanRoot(): CleanRoot {
  const base = mkdtempSync(path.join(tmpdir(), 'almanac-root-'));
  const at = (name: string) => path.join(base, name);
  mkdirSync(at('layer'));
  mount(['-t', 'tmpfs', 'tmpfs', at('layer')]);
  for (const name of ['layer/upper', 'layer/work', 'root']) mkdirSync(at(name));
  const layers = `lowerdir=/,upperdir=${at('layer/upper')},workdir=${at('layer/work')}`;
  mount(['-t', 'overlay', 'overlay', '-o', layers, at('root')]);
  const inside = ['proc', 'dev', 'dev/shm', 'dev/pts'].filter((name) =>
    statSync(`/${name}`, { throwIfNoEntry: false }),
  );
  for (const name of inside) mount(['--bind', `/${name}`, at(`root/${name}`)]);
  mount(['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', at('root/tmp')]);
  mount(['-t', 'tmpfs', 'tmpfs', at('root/run')]);
  return {
    root: at('root'),
    run: (words, environment = {}) =>
      execFileSync('chroot', [at('root'), ...words], {
        encoding: 'utf8',
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...environment },
        maxBuffer: 2 ** 26,
      }),
    changed: () => filesIn(at('layer/upper')),
    remove: () => {
      for (const name of [
        'root/run',
        'root/tmp',
        ...inside.toReversed().map((one) => `root/${one}`),
        'root',
        'layer',
      ]) {
        execFileSync('umount', ['-l', at(name)]);
      }
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function mount(words: readonly string[]): void {
  execFileSync('mount', words);
}

/** The overlay represents removed files as devices, which are not files of it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => `/${path.relative(folder, path.join(entry.parentPath, entry.name))}`)
    .sort();
}
