import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { product } from './product.ts';

/**
 * Packs an unpacked Linux build as a tar.gz with one folder in it, the same bytes for the same folder.
 * @returns the archive's file
 */
export function packTarball(unpacked: string, version: string, architecture: string, target: string): string {
  const file = path.join(target, `${product.name}-${version}-linux-${architecture}.tar.gz`);
  const folder = `${product.package}-${version}`;
  const words = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--format=gnu'];
  execFileSync(
    'tar',
    [...words, '-I', 'gzip -n -6', `--transform=s,^\\.,${folder},S`, '-cf', file, '-C', unpacked, '.'],
    { stdio: ['ignore', 2, 2] },
  );
  return file;
}
