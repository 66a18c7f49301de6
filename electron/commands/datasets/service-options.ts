import { type Command, Option } from 'commander';

/** The options that say how to sign in to a service. */
export const signInOptions = {
  keychain: () => new Option('--token-from-keychain', 'sign in with the token stored in the keychain for this service'),
  environment: () => new Option('--token-env <name>', 'sign in with the token from this environment variable'),
};

/** Adds the options that say which service a name belongs to, and how to sign in there. */
export function addServiceOptions(command: Command): Command {
  return command
    .option('--service <address>', 'service of the name (default: the local one)')
    .addOption(signInOptions.keychain())
    .addOption(signInOptions.environment())
    .option('--data <folder>', 'data folder of the local store (default: the application’s)');
}
