import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { product } from './product.ts';

/** gzip is unpacked everywhere; xz is a fifth smaller and takes its time to make. */
const compressions = { gz: 'gzip -n -9', xz: 'xz -T0 -6' } as const;

/**
 * Packs an unpacked Linux build with one folder in it, the same bytes for the same folder.
 * @returns the archive's file
 */
export function packTarball(
  unpacked: string,
  version: string,
  architecture: string,
  compression: keyof typeof compressions,
  target: string,
): string {
  const file = path.join(target, `${product.name}-${version}-linux-${architecture}.tar.${compression}`);
  const folder = `${product.package}-${version}`;
  const words = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--format=gnu'];
  execFileSync(
    'tar',
    [...words, '-I', compressions[compression], `--transform=s,^\\.,${folder},S`, '-cf', file, '-C', unpacked, '.'],
    { stdio: ['ignore', 2, 2] },
  );
  return file;
}
