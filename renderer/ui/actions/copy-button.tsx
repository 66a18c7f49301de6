import { useTimeout } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from 'i18next';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';

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
