import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { controlText, desktopEntry, installedIn, manualPage, mimeTypes } from './debian-texts.ts';
import { product } from './product.ts';

/** The parts of a package. */
export interface DebParts {
  /** The folder that holds the program. */
  readonly unpacked: string;
  /** The folder with `<size>x<size>.png`. */
  readonly icons: string;
  readonly version: string;
  /** Debian's name for it: `amd64`, `arm64`. */
  readonly architecture: string;
  /** The text of the licence. */
  readonly licence: string;
}

/**
 * Packs an unpacked Linux build as a Debian package with the system's own `dpkg-deb`. It has no maintainer scripts: the
 * system's triggers update menus, file types and icons, and removing the package removes everything it installed.
 * @returns the package's file
 */
export async function packDeb(parts: DebParts, target: string): Promise<string> {
  const { unpacked, version, architecture } = parts;
  const tree = path.join(target, 'deb');
  await rm(tree, { recursive: true, force: true });
  await placeProgram(tree, unpacked);
  await placeIcons(tree, parts.icons);
  const texts: Record<string, string | Uint8Array> = {
    [`usr/share/applications/${product.package}.desktop`]: desktopEntry(),
    [`usr/share/mime/packages/${product.package}.xml`]: mimeTypes(),
    [`usr/share/doc/${product.package}/copyright`]: parts.licence,
    [`usr/share/man/man1/${product.commandLine}.1.gz`]: gzipSync(manualPage(version), { level: 9 }),
  };
  for (const [file, text] of Object.entries(texts)) await writeText(path.join(tree, file), text);
  await writeText(path.join(tree, 'DEBIAN/control'), controlText(version, architecture, kilobytes(tree)));
  const file = path.join(target, `${product.package}_${version}_${architecture}.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z6', '--build', tree, file], { stdio: ['ignore', 2, 2] });
  await rm(tree, { recursive: true, force: true });
  return file;
}

async function placeProgram(tree: string, unpacked: string): Promise<void> {
  const installed = path.join(tree, installedIn);
  await mkdir(path.dirname(installed), { recursive: true });
  await cp(unpacked, installed, { recursive: true, verbatimSymlinks: true });
  // Chromium's sandbox for kernels that do not let unprivileged users create namespaces.
  await chmod(path.join(installed, 'chrome-sandbox'), 0o4755);
  await mkdir(path.join(tree, 'usr/bin'), { recursive: true });
  for (const program of [product.program, product.commandLine]) {
    await symlink(`${installedIn}/${program}`, path.join(tree, 'usr/bin', program));
  }
}

async function placeIcons(tree: string, icons: string): Promise<void> {
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) {
    const folder = path.join(tree, `usr/share/icons/hicolor/${size}x${size}/apps`);
    await mkdir(folder, { recursive: true });
    await cp(path.join(icons, `${size}x${size}.png`), path.join(folder, `${product.package}.png`));
  }
}

async function writeText(file: string, text: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

function kilobytes(tree: string): number {
  return Number.parseInt(execFileSync('du', ['-sk', '--apparent-size', tree], { encoding: 'utf8' }), 10);
}
