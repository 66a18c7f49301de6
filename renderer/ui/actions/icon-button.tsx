import {
  ActionIcon,
  type ActionIconProps,
  Button,
  type ButtonProps,
  Kbd,
  Menu,
  type MenuItemProps,
  type MenuProps,
} from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconCopy, IconDots, type TablerIcon } from '@tabler/icons-react';
import { t } from 'i18next';
import { type ComponentPropsWithRef, useState } from 'react';
import { keyNames } from '../../lib/keyboard/key-names.ts';
import { mac } from '../../lib/keyboard/pressed-keys.ts';
import styles from './keys.module.css';

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

interface TextButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  readonly text: string;
}

/** A button with a text, one among others. */
export function PlainButton({ text, ...button }: TextButtonProps) {
  return (
    <Button variant="default" {...button}>
      {text}
    </Button>
  );
}

/** Such a button within a line. */
export function SmallButton(props: TextButtonProps) {
  return <PlainButton size="compact-xs" {...props} />;
}

interface TextItemProps extends MenuItemProps, Omit<ComponentPropsWithRef<'button'>, keyof MenuItemProps> {
  readonly text: string;
}

export function MenuItem({ text, ...item }: TextItemProps) {
  return <Menu.Item {...item}>{text}</Menu.Item>;
}

/** Keys to press together. */
export function Keys({ keys }: { keys: string }) {
  const namesOf = useKeyNames();
  return (
    <span className={styles.keys}>
      {namesOf(keys).map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </span>
  );
}

/** Returns the names of keys as labelled on the user's keyboard. */
export function useKeyNames(): (keys: string) => string[] {
  return (keys) => keyNames(keys, mac, (key) => t(`keys.${key}`));
}

/** How long the button confirms that the text was copied, in milliseconds. */
const confirmationMs = 1500;

/** A small button that copies the text that the given function returns, and confirms it. */
export function CopyButton(props: { label: string; text: string; copy: (text: string) => Promise<void> }) {
  const [copied, setCopied] = useState(false);
  const { start } = useTimeout(() => setCopied(false), confirmationMs);
  const onClick = () =>
    void props.copy(props.text).then(
      () => {
        setCopied(true);
        start();
      },
      () => notifications.show({ color: 'red', message: t('common.copyFailed') }),
    );
  return (
    <IconButton
      size="xs"
      label={copied ? t('common.copied') : props.label}
      onClick={onClick}
      icon={copied ? IconCheck : IconCopy}
    />
  );
}
