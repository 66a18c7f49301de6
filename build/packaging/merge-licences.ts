import { readFileSync, writeFileSync } from 'node:fs';

const product = '<div class="product">';
const licence = '<div class="license">';

/**
 * Removes repetitions from Chromium's page of licences: a text shared word for word appears in the first part, which
 * the others refer to. Two and a half megabytes of the page are repetitions.
 */
export function mergedLicences(page: string): string {
  const [head = '', ...parts] = page.split(product);
  const first = new Map<string, string>();
  const merged = parts.map((part, at) => {
    const begin = part.indexOf(licence);
    // After the last of them comes the end of the page.
    if (begin < 0 || at === parts.length - 1) return part;
    const words = part.slice(begin);
    const title = /<span class="title">([^<]*)<\/span>/.exec(part)?.[1];
    const before = first.get(words);
    if (before !== undefined) {
      return `${part.slice(0, begin)}${licence}\n<p>Word for word as of ${before}, above.</p>\n</div>\n</div>\n\n`;
    }
    if (title !== undefined) first.set(words, title);
    return part;
  });
  return [head, ...merged].join(product);
}

export function mergeLicences(file: string): void {
  writeFileSync(file, mergedLicences(readFileSync(file, 'utf8')));
}
