import { InvalidArgumentError } from 'commander';
import { problemOfAddress } from '../../../service/local-service.ts';

/** Parses the address of a catalogue in PostgreSQL, which must not contain the password. */
export function catalogueAddress(text: string): string {
  switch (problemOfAddress(text)) {
    case 'not-postgres':
      throw new InvalidArgumentError('Expected the address of a database: postgres://user@host:5432/database.');
    case 'with-password':
      throw new InvalidArgumentError(
        'Other users of this computer can see a password in an address. Leave it out, and set ALMANAC_CATALOGUE_PASSWORD or use --catalogue-password-file.',
      );
    case null:
      return text;
  }
}
