import type { Command } from 'commander';
import { deleteAct, editAct, renameAct } from './datasets/edit.ts';
import { showAct } from './datasets/show.ts';
import { trashActs } from './datasets/trash.ts';
import { diffAct, versionsAct } from './datasets/versions.ts';
import { deriveActs } from './derive.ts';
import { exportAct } from './export.ts';
import { followActs } from './follow.ts';
import { listAct } from './ls.ts';
import { openAct } from './open.ts';
import { pinAct } from './pin.ts';
import { publishAct } from './publish.ts';
import { queryAct } from './query.ts';
import { referenceAct } from './reference.ts';
import { completionAct } from './running/help/completion.ts';
import { addCommand, type CommandAct, type CommandName, commandDefinitions } from './running/help/define-command.ts';
import { finishProgram } from './running/help/finish-program.ts';
import { newProgram } from './running/run.ts';
import { serveAct } from './serve.ts';
import { settingsActs } from './settings.ts';
import { sqlAct } from './sql.ts';
import { backupAct, migrateAct, repairAct, restoreAct } from './store/store.ts';
import { userActs } from './user.ts';
import { verifyAct } from './verify.ts';

const acts: Readonly<Record<CommandName, CommandAct | null>> = {
  ...trashActs,
  ...deriveActs,
  ...followActs,
  ...settingsActs,
  ...userActs,
  ls: listAct,
  publish: publishAct,
  export: exportAct,
  show: showAct,
  query: queryAct,
  sql: sqlAct,
  versions: versionsAct,
  diff: diffAct,
  verify: verifyAct,
  pin: pinAct,
  reference: null,
  'reference add': referenceAct,
  edit: editAct,
  rename: renameAct,
  delete: deleteAct,
  trash: null,
  open: openAct(),
  serve: serveAct,
  user: null,
  settings: null,
  backup: backupAct,
  restore: restoreAct,
  repair: repairAct,
  migrate: migrateAct,
  completion: completionAct,
};

/** The command line with every command. */
export function almanacProgram(): Command {
  const program = newProgram();
  const names = Object.keys(commandDefinitions).filter((name): name is CommandName => name !== '');
  for (const name of names) addCommand(program, name, acts[name]);
  return finishProgram(program);
}
