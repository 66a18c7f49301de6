import { toRun } from '../system-packages.ts';
import { product } from './product.ts';

/** Where the program is installed. */
export const installedIn = `/opt/${product.name}`;

/** Dependencies of the package; the alternatives are the names in newer releases. */
const depends = [...toRun.map((names) => names.join(' | ')), 'xdg-utils'];

/** The package's control file. */
export function controlText(version: string, architecture: string, kilobytes: number): string {
  return `Package: ${product.package}
Version: ${version}
Section: science
Priority: optional
Architecture: ${architecture}
Installed-Size: ${kilobytes}
Depends: ${depends.join(', ')}
Recommends: gnome-keyring | kwalletmanager
Maintainer: ${product.maintainer}
Description: ${product.summary}
${folded(product.description)}
`;
}

/** Lines of at most 76 characters, each with a leading space, as a description requires. */
function folded(text: string): string {
  return text.replace(/(.{1,76})(\s+|$)/g, ' $1\n').trimEnd();
}

/**
 * The freedesktop.org desktop entry: "open with" for data files, and the product's own links. `--` ends the switches,
 * so that no file name or link can be one.
 */
export function desktopEntry(): string {
  const types = [...product.files.map(({ mimeType }) => mimeType), `x-scheme-handler/${product.scheme}`];
  return `[Desktop Entry]
Type=Application
Name=${product.name}
GenericName=Open data browser
GenericName[de]=Browser für offene Daten
GenericName[es]=Navegador de datos abiertos
GenericName[fr]=Navigateur de données ouvertes
GenericName[it]=Browser di dati aperti
Comment=${product.summary}
Comment[de]=Offene Statistikdaten ansehen und veröffentlichen
Comment[es]=Explorar y publicar estadísticas abiertas
Comment[fr]=Explorer et publier des statistiques ouvertes
Comment[it]=Esplorare e pubblicare statistiche aperte
Exec=${installedIn}/${product.program} -- %U
Icon=${product.package}
Terminal=false
Categories=Office;Science;DataVisualization;
Keywords=statistics;dataset;csv;parquet;geojson;
StartupWMClass=${product.name}
MimeType=${types.join(';')};
`;
}

/** File types that the shared MIME database may not know yet. */
export function mimeTypes(): string {
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

/** The short manual page of the command line. */
export function manualPage(version: string): string {
  return `.TH ALMANAC 1 "" "${product.name} ${version}" "User Commands"
.SH NAME
almanac \\- ${product.summary.toLowerCase()}
.SH SYNOPSIS
.B almanac
.I command
[\\fIoption\\fR ...]
.br
.B almanac-window
[\\fB\\-\\-data\\fR=\\fIfolder\\fR] [\\fB\\-\\-profile\\fR=\\fIname\\fR] [\\fIfile\\fR ...]
.SH DESCRIPTION
.B almanac
runs the local service and works with services from the terminal;
.B almanac \\-\\-help
lists its commands.
.B almanac-window
opens the application's window.
.SH FILES
Where ${product.name} keeps things is written in ${installedIn}/resources/docs/files.md.
`;
}
