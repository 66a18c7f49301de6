import type { Exact } from '../../../lib/exact-json.ts';
import { neverAborted } from '../../../lib/never-aborted.ts';
import { type Getter, openGetter } from '../answers/get-json.ts';
import type { HomeLine, OnPiece } from '../exchange.ts';
import { type Limits, usualLimits } from '../limits.ts';
import { type Message, postCredentials, postForBytes, type Reply, readBytes, send } from '../write.ts';
import { type Network, openNetwork } from './network.ts';
import { mayCarryToken } from './trust.ts';

/** The user's permissions; read for every request. */
export interface Credentials {
  token(): string | null;
  plainHttpAgreed(): boolean;
  /**
   * Called once the service no longer accepts the token, which must be null from then on: reading continues without it.
   * Without this function that is an error.
   */
  refused?(): void;
}

export const noCredentials: Credentials = { token: () => null, plainHttpAgreed: () => false };

/** All requests to one service go through one of these. Every failure is a `ServiceError`. */
export interface ServiceClient extends Getter {
  /** Posts a user name and password: once, without the token, never following a redirect. */
  postCredentials(address: URL, body: string, secrets: readonly string[], signal?: AbortSignal): Promise<Exact>;
  /** Writes with the token, only to the service itself: without retries, never following a redirect. */
  send(message: Message, signal?: AbortSignal): Promise<Reply>;
  /**
   * Reads any number of bytes. @param follow whether redirects are followed, without the token once they lead elsewhere
   * @returns false if there is nothing (404, 406, or a redirect that is not followed)
   */
  readBytes(address: URL, onPiece: OnPiece, follow: boolean, signal?: AbortSignal): Promise<boolean>;
  /** Posts JSON, which changes nothing, and reads any number of bytes of the answer. */
  postForBytes(address: URL, json: string, onPiece: OnPiece, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a client for the service at `home`. The token is only sent to the origin of `home`: redirects and addresses
 * that lead elsewhere are followed without it, or refused.
 * @param ownNetwork the connections to use, which the client closes; by default those of the system
 */
export function openClient(
  home: URL,
  credentials: Credentials,
  changes: Partial<Limits> = {},
  ownNetwork?: Network,
): ServiceClient {
  const limits: Limits = { ...usualLimits, ...changes };
  const network = ownNetwork ?? openNetwork(home, limits);
  const line: HomeLine = {
    home,
    limits,
    network,
    onTokenRefused: credentials.refused,
    tokenFor(address) {
      const token = credentials.token();
      return token !== null && mayCarryToken(home, address, credentials.plainHttpAgreed()) ? token : null;
    },
  };
  return {
    ...openGetter(line),
    postCredentials: (address, body, secrets, signal = neverAborted) =>
      postCredentials(line, address, body, secrets, signal),
    send: (message, signal = neverAborted) => send(line, message, signal),
    readBytes: (address, onPiece, follow, signal = neverAborted) => readBytes(line, address, onPiece, follow, signal),
    postForBytes: (address, json, onPiece, signal = neverAborted) => postForBytes(line, address, json, onPiece, signal),
    close: () => network.close(),
  };
}
