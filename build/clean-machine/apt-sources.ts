/**
 * Those of a machine's package sources that are the distribution's own, whatever mirror they name: everything of the
 * release and its updates. Sources of other makers need keys that a clean root does not have.
 * @param files texts of `sources.list` and of what is in `sources.list.d`, in either form
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
