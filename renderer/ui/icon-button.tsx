import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';

interface IconButtonProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  /** Its name, which also shows when the mouse rests on it. */
  readonly label: string;
  /** The keys that do the same. */
  readonly hint?: string | undefined;
  /** Whether what it shows is on, for a button that turns something on and off. */
  readonly pressed?: boolean | undefined;
  readonly icon: ReactNode;
}

/** A button that is only an icon, with a name for everybody. */
export function IconButton({ label, hint, pressed, icon, ...others }: IconButtonProps) {
  return (
    <ActionIcon
      {...others}
      aria-label={label}
      title={hint === undefined ? label : `${label} (${hint})`}
      aria-pressed={pressed}
      variant={pressed === true ? 'light' : 'subtle'}
      color={pressed === true ? 'accent' : 'gray'}
    >
      {icon}
    </ActionIcon>
  );
}
