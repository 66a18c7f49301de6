import { InvalidArgumentError } from 'commander';
import {
  type ObjectAddress,
  type ObjectKey,
  parseObjectAddress,
  readObjectKey,
} from '../../../lib/objects/object-address.ts';
import { CommandFailure } from '../run.ts';

/** Parses the address of object storage, which must not contain the key. */
export function objectAddress(text: string): ObjectAddress {
  try {
    return parseObjectAddress(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/**
 * Object storage at an address, with the key from the environment or a file named there, which is read again when the
 * storage refuses it. @throws {CommandFailure} without a key
 */
export async function objectStorage(address: ObjectAddress) {
  const renewKey = (): Promise<ObjectKey> => readObjectKey(process.env);
  const key = await renewKey().catch((error: Error) => {
    throw new CommandFailure(error.message);
  });
  return { address, key, renewKey };
}

/** Parses the address of a catalogue in PostgreSQL, which must not contain the password. */
export function catalogueAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    throw new InvalidArgumentError('Expected the address of a database: postgres://user@host:5432/database.');
  if (url.password !== '' || url.searchParams.has('password'))
    throw new InvalidArgumentError(
      'Other users of this computer can see a password in an address. Leave it out, and set ALMANAC_CATALOGUE_PASSWORD or use --catalogue-password-file.',
    );
  return text;
}
