/** Prints what was checked; or problems with an advice, and makes the program fail. */
export function report(problems: readonly string[], advice: string | null, passed: string): void {
  if (problems.length === 0) process.stdout.write(`${passed}\n`);
  else {
    for (const line of advice === null ? problems : [...problems, advice]) process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
}
