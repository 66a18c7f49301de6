import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { openAddress } from '../../../backend/window/shell.ts';
import { hint } from '../../../ui/tooltip/hint.ts';
import styles from '../rows.module.css';
import { webLinks } from './web-links.ts';

/** A text whose web addresses are links. They open in the default browser, never in the window. */
export function LinkedText({ text }: { text: string }) {
  const { t } = useTranslation();
  const parts = useMemo(() => webLinks(text), [text]);
  const open = (address: string) => {
    openAddress(address).catch(() => notifications.show({ color: 'red', message: t('inspect.linkRefused') }));
  };
  return parts.map((part, position) =>
    part.kind === 'plain' ? (
      part.text
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
        key={position}
        className={styles.detailsLink}
        href={part.address}
        {...hint(t('inspect.openLink', { address: part.address }))}
        draggable={false}
        onClick={(event) => {
          event.preventDefault();
          open(part.address);
        }}
        onAuxClick={(event) => event.preventDefault()}
      >
        {part.text}
      </a>
    ),
  );
}
