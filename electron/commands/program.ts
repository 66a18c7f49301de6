import type { Command } from 'commander';
import { deleteAction, editAction, renameAction } from './datasets/edit.ts';
import { showAction } from './datasets/show.ts';
import { trashActs } from './datasets/trash.ts';
import { diffAction, versionsAction } from './datasets/versions.ts';
import { deriveActs } from './derive.ts';
import { exportAction } from './export.ts';
import { followActs } from './follow.ts';
import { listAction } from './ls.ts';
import { openAction } from './open.ts';
import { pinAction } from './pin.ts';
import { publishAction } from './publish.ts';
import { queryAction } from './query.ts';
import { referenceAction } from './reference.ts';
import { completionAction } from './running/help/completion.ts';
import { addCommand, type CommandAction, type CommandName, commandDefinitions } from './running/help/define-command.ts';
import { finishProgram } from './running/help/finish-program.ts';
import { newProgram } from './running/run.ts';
import { serveAction } from './serve.ts';
import { settingsActs } from './settings.ts';
import { sqlAction } from './sql.ts';
import { backupAction, migrateAction, repairAction, restoreAction } from './store/store.ts';
import { userActs } from './user.ts';
import { verifyAction } from './verify.ts';

const acts: Readonly<Record<CommandName, CommandAction | null>> = {
  ...trashActs,
  ...deriveActs,
  ...followActs,
  ...settingsActs,
  ...userActs,
  ls: listAction,
  publish: publishAction,
  export: exportAction,
  show: showAction,
  query: queryAction,
  sql: sqlAction,
  versions: versionsAction,
  diff: diffAction,
  verify: verifyAction,
  pin: pinAction,
  reference: null,
  'reference add': referenceAction,
  edit: editAction,
  rename: renameAction,
  delete: deleteAction,
  trash: null,
  open: openAction(),
  serve: serveAction,
  user: null,
  settings: null,
  backup: backupAction,
  restore: restoreAction,
  repair: repairAction,
  migrate: migrateAction,
  completion: completionAction,
};

/** The command line with every command. */
export function almanacProgram(): Command {
  const program = newProgram();
  const names = Object.keys(commandDefinitions).filter((name): name is CommandName => name !== '');
  for (const name of names) addCommand(program, name, acts[name]);
  return finishProgram(program);
}
