/** The commands under *Run it* and *Test it*, as a reader would copy them. @throws if there are none */
export function readmeCommands(readme: string): { readonly run: string; readonly test: string } {
  return { run: commandUnder(readme, 'Run it'), test: commandUnder(readme, 'Test it') };
}

function commandUnder(readme: string, heading: string): string {
  const part = readme.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const command = /```sh\n([^\n]+)\n```/.exec(part)?.[1];
  if (command === undefined) throw new Error(`README.md has no command under "${heading}".`);
  return command;
}
