import { LoginFields, TokenAnswer } from '#shared/api/records/user.ts';
import { logIn } from '../../../accounts/log-in.ts';
import type { LoginThrottle } from '../../../accounts/login-throttle.ts';
import { newToken, secretHash } from '../../../accounts/secrets.ts';
import { addToken } from '../../../catalogue/access/tokens.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { invalidRequest, throttled } from '../../plugins/api-error.ts';
import type { Resource } from '../../resources/resource.ts';

/** The one message for every failed log-in: it does not reveal which part was wrong. */
export const wrongCredentials = 'Unable to log in with provided credentials.';

/** `auth/token/obtain/`: returns a token for a name and a password. */
export function tokenObtain({ catalogue }: ServiceDeps, throttle: LoginThrottle): Resource<null> {
  return {
    path: '/api/v1/auth/token/obtain/',
    name: 'Obtain Auth Token',
    description: 'Returns a token for a name and a password.',
    tag: 'authentication',
    open: true,
    find: async () => null,
    actions: {
      POST: {
        summary: 'Obtain a token',
        body: LoginFields,
        answers: { 200: TokenAnswer },
        failures: [415, 429],
        handle: async ({ request }, _, body) => {
          const { username, password } = body.fields as unknown as LoginFields;
          const token = newToken();
          const outcome = await logIn(catalogue.records, throttle, {
            username,
            password,
            address: request.ip,
            give: (transaction, id) => addToken(transaction, id, secretHash(token), 'obtained'),
          });
          if (outcome.kind === 'wait') throw throttled(outcome.seconds);
          if (outcome.kind === 'refused') throw invalidRequest(wrongCredentials);
          return { kind: 'record', record: { token }, headers: { 'Cache-Control': 'no-store' } };
        },
      },
    },
  };
}
