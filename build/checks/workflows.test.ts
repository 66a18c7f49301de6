import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Packages that the lock file references but does not contain: `npm ci` fails on a system that needs one of them. */
function lackedByLockFile(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const isThere = (from: string, name: string): boolean => {
    if (packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`] !== undefined) return true;
    return from !== '' && isThere(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
  };
  return Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isThere(from, name)),
  );
}

const files = globSync('.github/workflows/*.yml', { cwd: root });

describe.each(files)('%s', (file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  /** The steps of all jobs, each as its lines. */
  const steps = text.split(/^ {6}- /m).slice(1);

  it('names every action by the hash of a commit, with the version beside it', () => {
    const used = [...text.matchAll(/uses: (.+)/g)].map(([, action = '']) => action);
    expect(used.length).toBeGreaterThan(1);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('leaves no credentials in a clone', () => {
    const clones = steps.filter((step) => step.startsWith('uses: actions/checkout@'));
    expect(clones.length).toBeGreaterThan(0);
    for (const clone of clones) expect(clone).toContain('persist-credentials: false');
  });

  it('are read-only by default, and may write only to create a draft and sign where it comes from', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    const writes = [...text.matchAll(/^ *([\w-]+): write/gm)].map(([, right]) => right);
    expect(writes).toEqual(file.endsWith('release.yml') ? ['contents', 'id-token', 'attestations'] : []);
  });

  it('fails if a command fails whose output is kept', () => {
    const kept = steps.filter((step) => step.includes('| tee '));
    expect(kept.length > 0).toBe(file.endsWith('release.yml'));
    // Without it, the status is that of `tee`.
    for (const step of kept) expect(step).toMatch(/^ {8}shell: bash$/m);
  });

  it('gives secrets to the step that signs, and to no other', () => {
    const holders = steps.filter((step) => step.includes('secrets.'));
    expect((text.match(/secrets\./g) ?? []).length).toBe(
      holders.reduce((sum, step) => sum + (step.match(/secrets\./g) ?? []).length, 0),
    );
    for (const step of holders) {
      expect(step).toMatch(/^name: Pack, and sign\n/);
      expect(step).toMatch(/run: npm run package -- --no-build /);
    }
    expect(holders).toHaveLength(file.endsWith('release.yml') ? 1 : 0);
  });

  it('install only what the lock file names', () => {
    expect(text).toMatch(/run: npm ci\b/);
    expect(text).not.toMatch(/run: npm install/);
  });
});

it('the lock file has the builds for every system, so that one made on any of them installs on all', () => {
  expect(lackedByLockFile()).toEqual([]);
});
