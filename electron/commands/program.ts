import type { Command } from 'commander';
import { addBackupCommand, addRestoreCommand } from './backup.ts';
import { addExportCommand } from './export.ts';
import { addFollowCommand } from './follow.ts';
import { addListCommand } from './ls.ts';
import { addOpenCommand } from './open.ts';
import { addPinCommand } from './pin.ts';
import { addPublishCommand } from './publish.ts';
import { addQueryCommand } from './query.ts';
import { newProgram } from './running/run.ts';
import { addServeCommand } from './serve.ts';
import { addSettingsCommand } from './settings.ts';
import { addMigrateCommand } from './store/migrate.ts';
import { addRepairCommand } from './store/repair.ts';
import { addUserCommand } from './user.ts';
import { addVerifyCommand } from './verify.ts';

/** The command line with every command. */
export function almanacProgram(): Command {
  const program = newProgram();
  addServeCommand(program);
  addListCommand(program);
  addOpenCommand(program);
  addPublishCommand(program);
  addExportCommand(program);
  addQueryCommand(program);
  addVerifyCommand(program);
  addPinCommand(program);
  addFollowCommand(program);
  addUserCommand(program);
  addRepairCommand(program);
  addMigrateCommand(program);
  addBackupCommand(program);
  addRestoreCommand(program);
  addSettingsCommand(program);
  return program;
}
