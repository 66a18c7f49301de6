import { Menu, type MenuProps } from '@mantine/core';
import { IconDots, type TablerIcon } from '@tabler/icons-react';
import { IconButton } from './icon-button.tsx';

interface IconMenuProps extends MenuProps {
  readonly label: string;
  /** By default that of further actions. */
  readonly icon?: TablerIcon;
  readonly disabled?: boolean;
}

/** An icon button that opens a menu; its children are the items. */
export function IconMenu({ label, icon = IconDots, disabled = false, children, ...menu }: IconMenuProps) {
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>
        <IconButton label={label} icon={icon} disabled={disabled} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
