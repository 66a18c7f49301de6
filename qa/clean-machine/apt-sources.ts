/**
 * The package sources of a machine that belong to its distribution, from any mirror: everything of the release and
 * its updates. Third-party sources need keys that a clean root does not have.
 * @param files texts of `sources.list` and of the files in `sources.list.d`, in either format
 * @param codename of the release, as `bookworm`
 */
export function distributionSources(
  files: readonly string[],
  codename: string,
): { readonly lines: string; readonly stanzas: string } {
  const isOwn = (suite: string) => suite === codename || suite.startsWith(`${codename}-`);
  const lines: string[] = [];
  const stanzas: string[] = [];
  for (const text of files) {
    for (const line of text.split('\n')) {
      const suite = /^\s*deb\s+(?:\[[^\]]*\]\s+)?\S+\s+(\S+)/.exec(line)?.[1];
      if (suite !== undefined && isOwn(suite)) lines.push(line.trim());
    }
    for (const stanza of text.split(/\n\s*\n/)) {
      const suites = /^Suites:[ \t]*(.+)$/im.exec(stanza)?.[1]?.trim().split(/\s+/) ?? [];
      if (suites.length > 0 && suites.every(isOwn) && !/^Enabled:\s*no/im.test(stanza)) stanzas.push(stanza.trim());
    }
  }
  return { lines: lines.map((line) => `${line}\n`).join(''), stanzas: stanzas.map((one) => `${one}\n`).join('\n') };
}
