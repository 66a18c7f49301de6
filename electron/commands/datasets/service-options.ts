import type { Command } from 'commander';

/** Adds the options that say which service a name belongs to, and how to sign in there. */
export function addServiceOptions(command: Command): Command {
  return command
    .option('--service <address>', 'service of the name (default: the local one)')
    .option('--token-from-keychain', 'sign in with the token stored in the keychain for this service')
    .option('--token-env <name>', 'sign in with the token from this environment variable')
    .option('--data <folder>', 'data folder of the local store (default: the application’s)');
}
