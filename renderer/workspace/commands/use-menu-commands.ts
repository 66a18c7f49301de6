import { useEffect, useRef } from 'react';
import { onShellEvent } from '../../backend/shell.ts';
import type { Command } from '../../commands/commands.ts';

/** Runs the commands chosen from the native menus. */
export function useMenuCommands(commands: readonly Command[]): void {
  const current = useRef(commands);
  current.current = commands;
  useEffect(
    () =>
      onShellEvent((event) => {
        if (event.kind === 'command') current.current.find(({ id }) => id === event.command)?.run();
      }),
    [],
  );
}
