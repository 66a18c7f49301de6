/** The commands under *Install* that run and test a copy, as a reader would paste them. @throws if there are not two */
export function readmeCommands(readme: string): { readonly run: string; readonly test: string } {
  const part = readme.split(/^## /m).find((one) => one.startsWith('Install\n')) ?? '';
  const [run, test, ...others] = [...part.matchAll(/```sh\n([^\n]+)\n```/g)].map((match) => match[1]);
  if (run === undefined || test === undefined || others.length > 0)
    throw new Error('README.md has not the two commands under "Install" that run and test a copy.');
  return { run, test };
}
