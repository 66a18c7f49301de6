import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { product } from './product.ts';

type Compression = 'gz' | 'xz';

/** gzip can be unpacked everywhere; xz is a fifth smaller. A better gzip compressor saves three per cent. */
function packerOf(compression: Compression): string {
  if (compression === 'xz') return 'xz -T0 -6';
  if (spawnSync('libdeflate-gzip', ['-V']).status === 0) return 'libdeflate-gzip -12';
  process.stderr.write('The tar.gz is four megabytes larger than need be: there is no `libdeflate-gzip` here.\n');
  return 'gzip -n -9';
}

/**
 * Packs an unpacked Linux build as one folder; reproducible: the same bytes for the same folder.
 * @returns the archive's file
 */
export function packTarball(
  unpacked: string,
  version: string,
  architecture: string,
  compression: Compression,
  target: string,
): string {
  const file = path.join(target, `${product.name}-${version}-linux-${architecture}.tar.${compression}`);
  const folder = `${product.package}-${version}`;
  const words = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--format=gnu'];
  execFileSync(
    'tar',
    [...words, '-I', packerOf(compression), `--transform=s,^\\.,${folder},S`, '-cf', file, '-C', unpacked, '.'],
    { stdio: ['ignore', 2, 2] },
  );
  return file;
}
