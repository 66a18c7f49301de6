import { strToU8, type Zippable, zipSync } from 'fflate';

const namespaces = ['office', 'table', 'text', 'style', 'draw']
  .map((prefix) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${prefix}:1.0"`)
  .concat('xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"')
  .concat('xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"')
  .join(' ');

/** The text of `content.xml` with these elements below `office:spreadsheet`. @param styles its automatic styles */
export function odsContent(spreadsheet: string, styles = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${spreadsheet}</office:spreadsheet></office:body></office:document-content>`;
}

const manifest =
  '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>';

/** An OpenDocument spreadsheet as LibreOffice and Excel package it. */
export function odsFile(content: string, parts: Zippable = {}): Uint8Array {
  return zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    'content.xml': strToU8(content),
    'META-INF/manifest.xml': strToU8(manifest),
    ...parts,
  });
}

/** A sheet of rows of texts and numbers. */
export function odsTable(name: string, rows: readonly (readonly (string | number | null)[])[], style = ''): string {
  const cell = (value: string | number | null) => {
    if (value === null) return '<table:table-cell/>';
    const attributes =
      typeof value === 'number' ? `office:value-type="float" office:value="${value}"` : 'office:value-type="string"';
    return `<table:table-cell ${attributes}><text:p>${value}</text:p></table:table-cell>`;
  };
  const elements = rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`);
  return `<table:table table:name="${name}"${style}>${elements.join('')}</table:table>`;
}
