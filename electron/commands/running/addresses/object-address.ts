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
