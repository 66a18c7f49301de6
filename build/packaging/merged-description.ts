/**
 * Merges the update descriptions of several architectures for electron-updater: the lists of files are concatenated,
 * everything else is from the first.
 * @throws if they are for different versions
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

/** The entries below `files:`, as complete lines. */
function filesOf(text: string): string {
  const found = /^files:\n((?: {2}.*\n)+)/m.exec(text)?.[1];
  if (found === undefined) throw new Error('This is no description of updates: it lists no files');
  return found;
}
