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

/** The key of object storage, from the environment or a file named there. @throws {CommandFailure} */
export async function objectKey(): Promise<ObjectKey> {
  return readObjectKey(process.env).catch((error: Error) => {
    throw new CommandFailure(error.message);
  });
}
