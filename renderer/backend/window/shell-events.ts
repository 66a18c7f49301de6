import { Value } from 'typebox/value';
import { ShellEvent } from '#shared/rpc/shell/shell.ts';
import { shell } from './shell.ts';

/** Listens to an event of the main process until the returned function is called. */
export function onShellEvent(listener: (event: ShellEvent) => void): () => void {
  return shell.onEvent((event) => {
    if (Value.Check(ShellEvent, event)) listener(event);
  });
}
