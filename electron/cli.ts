import { Command } from 'commander';
import { addExportCommand } from './commands/export.ts';
import { addListCommand } from './commands/ls.ts';
import { addPinCommand } from './commands/pin.ts';
import { addPublishCommand } from './commands/publish.ts';
import { runCommands } from './commands/run.ts';
import { addServeCommand } from './commands/serve.ts';
import { addVerifyCommand } from './commands/verify.ts';

const program = new Command('almanac').description('Browse and publish open data statistics services.');
addServeCommand(program);
addListCommand(program);
addPublishCommand(program);
addExportCommand(program);
addVerifyCommand(program);
addPinCommand(program);
await runCommands(program);
