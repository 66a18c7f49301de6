import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { product } from './product.ts';

/** What the package needs of the system; the alternatives are the names of newer releases. */
const depends = [
  'libgtk-3-0 | libgtk-3-0t64',
  'libnss3',
  'libasound2 | libasound2t64',
  'libgbm1',
  'libxss1',
  'libxtst6',
  'libsecret-1-0',
  'xdg-utils',
];

/**
 * Packs an unpacked Linux build as a Debian package with the system's own `dpkg-deb`.
 * @param unpacked the folder that holds the program
 * @param icons the folder with `<size>x<size>.png`
 * @returns the package's file
 */
export async function packDeb(unpacked: string, icons: string, version: string, target: string): Promise<string> {
  const tree = path.join(target, 'deb');
  const opt = path.join(tree, 'opt', product.name);
  await rm(tree, { recursive: true, force: true });
  await mkdir(path.join(tree, 'DEBIAN'), { recursive: true });
  await mkdir(path.dirname(opt), { recursive: true });
  await cp(unpacked, opt, { recursive: true, verbatimSymlinks: true });
  await chmod(path.join(opt, 'chrome-sandbox'), 0o4755);
  await mkdir(path.join(tree, 'usr', 'bin'), { recursive: true });
  await symlink(`/opt/${product.name}/${product.program}`, path.join(tree, 'usr', 'bin', `${product.program}-window`));
  await symlink(`/opt/${product.name}/resources/almanac`, path.join(tree, 'usr', 'bin', product.program));
  await writeIcons(tree, icons);
  await writeText(path.join(tree, 'usr/share/applications/almanac.desktop'), desktopEntry());
  await writeText(path.join(tree, 'usr/share/mime/packages/almanac.xml'), mimeTypes());
  await writeText(path.join(tree, 'DEBIAN/control'), control(version, installedKilobytes(tree)));
  const file = path.join(target, `${product.program}_${version}_amd64.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z6', '--build', tree, file], { stdio: ['ignore', 2, 2] });
  await rm(tree, { recursive: true, force: true });
  return file;
}

async function writeText(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function writeIcons(tree: string, icons: string): Promise<void> {
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) {
    const folder = path.join(tree, `usr/share/icons/hicolor/${size}x${size}/apps`);
    await mkdir(folder, { recursive: true });
    await cp(path.join(icons, `${size}x${size}.png`), path.join(folder, 'almanac.png'));
  }
}

function installedKilobytes(tree: string): number {
  return Number.parseInt(execFileSync('du', ['-sk', '--apparent-size', tree], { encoding: 'utf8' }), 10);
}

function control(version: string, kilobytes: number): string {
  return `Package: ${product.program}
Version: ${version}
Section: science
Priority: optional
Architecture: amd64
Installed-Size: ${kilobytes}
Depends: ${depends.join(', ')}
Recommends: gnome-keyring | kwalletmanager
Maintainer: ${product.maintainer}
Description: ${product.summary}
 ${product.description}
`;
}

/** The freedesktop.org desktop entry: "open with" for data files, and the product's own links. */
function desktopEntry(): string {
  const types = [...product.files.map(({ mimeType }) => mimeType), `x-scheme-handler/${product.scheme}`];
  return `[Desktop Entry]
Type=Application
Name=${product.name}
Comment=${product.summary}
Exec=/opt/${product.name}/${product.program} %U
Icon=almanac
Terminal=false
Categories=Office;Science;
StartupWMClass=${product.name}
MimeType=${types.join(';')};
`;
}

/** File types that the shared MIME database may not know yet. */
function mimeTypes(): string {
  const entries = product.files.map(
    ({ mimeType, name, extension }) =>
      `  <mime-type type="${mimeType}"><comment>${name}</comment><glob pattern="*.${extension}"/></mime-type>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
${entries.join('\n')}
</mime-info>
`;
}
