/**
 * One description of updates out of those of several architectures, as electron-updater reads it: the lists of files
 * one after the other, everything else from the first.
 * @throws when they are of different versions
 */
export function mergedDescription(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  const version = lineOf(first, 'version');
  const files = others.map((text) => {
    if (lineOf(text, 'version') !== version)
      throw new Error(`Packages of different versions: ${version}, ${lineOf(text, 'version')}`);
    return filesOf(text);
  });
  return first.replace(filesOf(first), (own) => own + files.join(''));
}

function lineOf(text: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
}

/** The entries below `files:`, whole lines. */
function filesOf(text: string): string {
  const found = /^files:\n((?: {2}.*\n)+)/m.exec(text)?.[1];
  if (found === undefined) throw new Error('This is no description of updates: it lists no files');
  return found;
}
