import { InvalidArgumentError } from 'commander';

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
