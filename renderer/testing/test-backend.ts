import { Value } from 'typebox/value';
import type { Failure } from '#shared/failures.ts';
import { type BackendCallName, backendCalls, type ParametersOf, type ResultOf } from '#shared/rpc/backend.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import { type PortAnswer, PortRequest } from '#shared/rpc/port-protocol.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { backendPortMessage } from '#shared/rpc/shell/shell-channels.ts';

type Answer<Name extends BackendCallName> = (
  parameters: ParametersOf<Name>,
) => ResultOf<Name> | Promise<ResultOf<Name>>;

/**
 * The far side of the window's port: it speaks `shared/rpc` and answers each call as a test says, by the schemas that
 * the backend itself is held to. A call that a test has given no answer to stays open, as with a slow backend.
 */
export class TestBackend {
  readonly #answers = new Map<string, (parameters: never) => unknown>();
  readonly #calls: { readonly name: string; readonly parameters: unknown }[] = [];
  #port: MessagePort | null = null;

  /** Answers every call of this name from now on. */
  answer<Name extends BackendCallName>(name: Name, answer: Answer<Name> | ResultOf<Name>): void {
    this.#answers.set(name, typeof answer === 'function' ? (answer as Answer<Name>) : () => answer);
  }

  /** Lets every call of this name fail from now on. */
  fail(name: BackendCallName, reason: Failure): void {
    this.#answers.set(name, () => {
      throw new BackendFailure(reason);
    });
  }

  /** What was asked by this name since the test began, oldest first. */
  calls<Name extends BackendCallName>(name: Name): ParametersOf<Name>[] {
    // Each was checked against the schema of its name when it came.
    return this.#calls.filter((call) => call.name === name).map(({ parameters }) => parameters as ParametersOf<Name>);
  }

  /** Announces that something has changed. */
  announce(event: BackendEvent): void {
    this.#post({ kind: 'event', event });
  }

  /** Hands the window its end of a new port, as the shell does when it is asked for one. */
  connect(): void {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (Value.Check(PortRequest, data) && data.kind === 'call') void this.#serve(data.id, data.name, data.parameters);
    };
    const data = { type: backendPortMessage };
    window.dispatchEvent(
      new MessageEvent('message', { data, origin: location.origin, source: window, ports: [port2] }),
    );
  }

  /** Begins a test: nothing has been asked and nothing is answered. */
  reset(): void {
    this.#answers.clear();
    this.#calls.length = 0;
  }

  #post(answer: PortAnswer): void {
    this.#port?.postMessage(answer);
  }

  async #serve(id: number, name: string, parameters: unknown): Promise<void> {
    if (!isCallName(name) || !Value.Check(backendCalls[name].parameters, parameters)) {
      throw new Error(`The window misused the call ${name}: ${JSON.stringify(parameters)}`);
    }
    this.#calls.push({ name, parameters });
    const answer = this.#answers.get(name);
    if (answer === undefined) return;
    try {
      const result = await answer(parameters as never);
      if (!Value.Check(backendCalls[name].result, result)) {
        throw new Error(`A test's answer to ${name} is none: ${JSON.stringify(result)}`);
      }
      this.#post({ kind: 'result', id, result });
    } catch (error) {
      if (!(error instanceof BackendFailure)) throw error;
      this.#post({ kind: 'failure', id, failure: error.failure });
    }
  }
}

function isCallName(name: string): name is BackendCallName {
  return Object.hasOwn(backendCalls, name);
}
