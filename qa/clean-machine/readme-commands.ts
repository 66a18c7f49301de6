/** The commands under *Install* that run and that test the program, as a reader would copy them. @throws if there are none */
export function readmeCommands(readme: string): { readonly run: string; readonly test: string } {
  const part = readme.split(/^## /m).find((one) => one.startsWith('Install\n')) ?? '';
  const [run, test] = [...part.matchAll(/```sh\n([^\n]+)\n```/g)].map(([, command = '']) => command);
  if (run === undefined || test === undefined) throw new Error('README.md has no two commands under "Install".');
  return { run, test };
}
