import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files that compression makes smaller: not pictures. */
const compressible = /\.(js|mjs|css|json|svg)$/;

/** Smaller files fit into one packet. */
const minBytes = 1400;

/** Puts a Brotli file beside each built file of a folder, for `almanac serve --ui`. */
export function compressBuilt(folder: string): Plugin {
  return {
    name: 'almanac:compress-built',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async closeBundle() {
      for (const name of await readdir(folder)) {
        if (!compressible.test(name)) continue;
        const content = await readFile(path.join(folder, name));
        if (content.length < minBytes) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        await writeFile(path.join(folder, `${name}.br`), await promisify(brotliCompress)(content, { params }));
      }
    },
  };
}
