import { Command } from 'commander';
import { addListCommand } from './commands/ls.ts';
import { runCommands } from './commands/run.ts';
import { addServeCommand } from './commands/serve.ts';

const program = new Command('almanac').description('Browse and publish open data statistics services.');
addServeCommand(program);
addListCommand(program);
await runCommands(program);
