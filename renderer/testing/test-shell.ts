import { Value } from 'typebox/value';
import type { Explanation } from '#shared/failures.ts';
import { desktopCapabilities } from '#shared/rpc/shell/capabilities.ts';
import {
  type ShellAnswer,
  type ShellBridge,
  type ShellCallName,
  type ShellEvent,
  type ShellParameters,
  type ShellResult,
  shellCalls,
} from '#shared/rpc/shell/shell.ts';

/**
 * The far side of `window.almanac`: answers each call as a test says, by the schemas of `shared/rpc`. What only has to
 * be done is done; a question that a test has given no answer to stays open.
 */
export class TestShell {
  readonly #answers = new Map<string, (parameters: never) => ShellAnswer>();
  readonly #calls: { readonly name: string; readonly parameters: unknown }[] = [];
  readonly #listeners = new Set<(event: unknown) => void>();

  /** Answers every call of this name from now on. */
  answer<Name extends ShellCallName>(name: Name, result: ShellResult<Name>): void {
    this.#answers.set(name, () => ({ kind: 'done', result }));
  }

  /** Refuses every call of this name from now on. */
  refuse(name: ShellCallName, reason: Explanation): void {
    this.#answers.set(name, () => ({ kind: 'refused', reason }));
  }

  /** What was asked by this name since the test began, oldest first. */
  calls<Name extends ShellCallName>(name: Name): ShellParameters<Name>[] {
    // Each was checked against the schema of its name when it came.
    return this.#calls
      .filter((call) => call.name === name)
      .map(({ parameters }) => parameters as ShellParameters<Name>);
  }

  /** Announces that something has changed. */
  announce(event: ShellEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Begins a test: nothing has been asked and nothing is answered. */
  reset(): void {
    this.#answers.clear();
    this.#calls.length = 0;
  }

  /** What the preload script puts into the page. @param connectBackend called where the page asks for a port */
  bridge(connectBackend: () => void): ShellBridge {
    return {
      platform: 'linux',
      version: '1.2.3',
      capabilities: desktopCapabilities,
      languages: ['en-GB'],
      window: '1',
      windows: ['1'],
      opened: '1',
      call: (name, parameters) => this.#serve(name, parameters),
      onEvent: (listener) => {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
      takeFile: async (file) => ({ kind: 'done', result: `/home/anna/${file.name}` }),
      connectBackend,
    };
  }

  async #serve(name: ShellCallName, parameters: unknown): Promise<ShellAnswer> {
    const { parameters: schema, result } = shellCalls[name];
    if (!Value.Check(schema, parameters)) {
      throw new Error(`The window misused the call ${name}: ${JSON.stringify(parameters)}`);
    }
    this.#calls.push({ name, parameters });
    const answer = this.#answers.get(name)?.(parameters as never);
    if (answer === undefined) {
      return Value.Check(result, undefined) ? { kind: 'done', result: undefined } : new Promise(() => {});
    }
    if (answer.kind === 'done' && !Value.Check(result, answer.result)) {
      throw new Error(`A test's answer to ${name} is none: ${JSON.stringify(answer.result)}`);
    }
    return answer;
  }
}
