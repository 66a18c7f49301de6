import type { Records } from '../catalogue/open-catalogue.ts';
import { addToken, dropTokens, findTokenUser } from '../catalogue/tokens.ts';
import { createUser, findOperator } from '../catalogue/users.ts';
import { newToken, secretHash } from './secrets.ts';

const operatorName = 'operator';
const desktopLabel = 'desktop';

/**
 * A new token of the desktop's own staff account, which is made when it is first asked for and has no password.
 * The token that was given before stops working. The caller puts it into the keychain, never into a file.
 */
export async function issueOperatorToken(records: Records): Promise<string> {
  const operator =
    (await findOperator(records)) ??
    (await createUser(records, { username: operatorName, passwordHash: '', isStaff: true, isOperator: true }));
  const token = newToken();
  await dropTokens(records, operator.id, desktopLabel);
  await addToken(records, operator.id, secretHash(token), desktopLabel);
  return token;
}

/** Whether a token that was kept is still the desktop's own. */
export async function isOperatorToken(records: Records, token: string): Promise<boolean> {
  return (await findTokenUser(records, secretHash(token)))?.isOperator ?? false;
}
