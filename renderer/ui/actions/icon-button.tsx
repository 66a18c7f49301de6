import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useKeyNames } from './use-key-names.ts';

interface IconButtonProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  /** Its name, which also shows when the mouse rests on it. */
  readonly label: string;
  /** The keys that do the same, as the lists of keys name them. */
  readonly keys?: string | undefined;
  /** Whether what it shows is on, for a button that turns something on and off. */
  readonly pressed?: boolean | undefined;
  readonly icon: ReactNode;
}

/** A button that is only an icon, with a name for everybody. */
export function IconButton({ label, keys, pressed, icon, ...others }: IconButtonProps) {
  const namesOf = useKeyNames();
  return (
    <ActionIcon
      {...others}
      aria-label={label}
      title={keys === undefined ? label : `${label} (${namesOf(keys).join('+')})`}
      aria-pressed={pressed}
      variant={pressed === true ? 'light' : 'subtle'}
      color={pressed === true ? 'accent' : 'gray'}
    >
      {icon}
    </ActionIcon>
  );
}
