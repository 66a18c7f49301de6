import { read } from 'read';
import { CommandFailure, UsageFailure } from './run.ts';

/** Asks on a terminal. @throws {UsageFailure} elsewhere, unless `yes` */
export async function confirm(question: string, yes: boolean | undefined): Promise<void> {
  if (yes === true) return;
  if (!process.stdin.isTTY) throw new UsageFailure(`${question} Add --yes, because nobody can be asked here.`);
  const answer = await read({ prompt: `${question} [y/N] `, output: process.stderr });
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure('Nothing was changed.');
}
