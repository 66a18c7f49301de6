import { addBackupCommand, addRestoreCommand } from './commands/backup.ts';
import { addExportCommand } from './commands/export.ts';
import { addListCommand } from './commands/ls.ts';
import { addOpenCommand } from './commands/open.ts';
import { addPinCommand } from './commands/pin.ts';
import { addPublishCommand } from './commands/publish.ts';
import { addRepairCommand } from './commands/repair.ts';
import { newProgram, runCommands } from './commands/run.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSettingsCommand } from './commands/settings.ts';
import { addUserCommand } from './commands/user.ts';
import { addVerifyCommand } from './commands/verify.ts';

const program = newProgram();
addServeCommand(program);
addListCommand(program);
addOpenCommand(program);
addPublishCommand(program);
addExportCommand(program);
addVerifyCommand(program);
addPinCommand(program);
addUserCommand(program);
addRepairCommand(program);
addBackupCommand(program);
addRestoreCommand(program);
addSettingsCommand(program);
// Bundled it is no ES module, which alone could wait here.
void runCommands(program);
