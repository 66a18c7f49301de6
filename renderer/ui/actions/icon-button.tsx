import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useKeyNames } from './keys.tsx';

interface IconButtonProps
  extends ActionIconProps,
    Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'title'> {
  /** Its name, also shown as a tooltip. */
  readonly label: string;
  /** The equivalent shortcut, as the list of shortcuts writes it. */
  readonly keys?: string | undefined;
  /** For a toggle: whether it is on. */
  readonly pressed?: boolean | undefined;
  readonly icon: TablerIcon;
}

/** An icon button with an accessible name. */
export function IconButton({ label, keys, pressed, icon: Icon, ...others }: IconButtonProps) {
  const namesOf = useKeyNames();
  return (
    <ActionIcon
      {...others}
      aria-label={label}
      data-tooltip={keys === undefined ? label : `${label} (${namesOf(keys).join('+')})`}
      aria-pressed={pressed}
      variant={pressed === true ? 'light' : 'subtle'}
      color={pressed === true ? 'accent' : 'gray'}
    >
      <Icon size={others.size === 'xs' ? 14 : 16} stroke={1.5} aria-hidden />
    </ActionIcon>
  );
}
