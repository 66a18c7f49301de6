import { randomBytes } from 'node:crypto';
import { addToken, dropOldTokens, dropTokens, findTokenUser } from '../catalogue/access/tokens.ts';
import type { Records } from '../catalogue/database/catalogue.ts';
import { inTransaction } from '../catalogue/database/in-transaction.ts';
import { createUser, findOperator } from '../catalogue/records/users.ts';
import { newToken, secretHash } from './secrets.ts';

const operatorName = 'operator';
const desktopLabel = 'desktop';

/**
 * A new token of the desktop's own staff account, which is created on first use and has no password. The previous token
 * stops working. The caller stores it in the keychain, never in a file.
 */
export async function issueOperatorToken(records: Records): Promise<string> {
  const operator = await operatorOf(records);
  const token = newToken();
  await dropTokens(records, operator.id, desktopLabel);
  await addToken(records, operator.id, secretHash(token), desktopLabel);
  return token;
}

async function operatorOf(records: Records) {
  const account = { username: operatorName, passwordHash: '', isStaff: true, isOperator: true };
  return await inTransaction(
    records,
    async (transaction) => (await findOperator(transaction)) ?? (await createUser(transaction, account)),
  );
}

const commandLabel = 'command ';

/** Lifetime of a token that a killed command did not revoke. */
const maxTemporaryTokenMs = 7 * 24 * 60 * 60 * 1000;

/** A token of the desktop's own account for one command, which revokes it at the end. */
export async function issueTemporaryToken(
  records: Records,
  now: Date,
): Promise<{ readonly token: string; readonly giveBack: () => Promise<void> }> {
  const { id } = await operatorOf(records);
  const label = `${commandLabel}${randomBytes(8).toString('hex')}`;
  const token = newToken();
  await dropOldTokens(records, id, commandLabel, new Date(now.getTime() - maxTemporaryTokenMs));
  await addToken(records, id, secretHash(token), label, now);
  return { token, giveBack: () => dropTokens(records, id, label) };
}

/** Whether a stored token still belongs to the desktop's own account. */
export async function isOperatorToken(records: Records, token: string): Promise<boolean> {
  return (await findTokenUser(records, secretHash(token)))?.isOperator ?? false;
}
