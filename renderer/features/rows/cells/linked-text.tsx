import { notifications } from '@mantine/notifications';
import { LinkifyIt } from 'linkify-it';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { openAddress } from '../../../backend/shell.ts';
import { hint } from '../../../ui/tooltip/hint.ts';
import styles from '../rows.module.css';

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

/** A part of a text: plain, or a link. */
type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  /** `address` is what would be opened; the text may spell it differently. */
  | { readonly kind: 'link'; readonly text: string; readonly address: string };

/** Maximum number of characters that are searched. */
const maxSearched = 20_000;
const maxAddressLength = 4_096;

const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false, urlAuth: true });
for (const schema of ['ftp:', 'mailto:', '//']) linkify.add(schema, null);

/**
 * The address that would be opened: http or https, with a host and without user name or password; null for any other.
 */
function followable(text: string): string | null {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/.test(address.protocol) || address.hostname === '') return null;
  const isOpen = address.username === '' && address.password === '';
  return isOpen && address.href.length <= maxAddressLength ? address.href : null;
}

/** Splits a text at the web addresses in it; concatenated, the parts are the text. */
export function webLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of linkify.match(text.slice(0, maxSearched)) ?? []) {
    const address = followable(match.raw);
    if (address === null) continue;
    if (match.index > at) parts.push({ kind: 'plain', text: text.slice(at, match.index) });
    parts.push({ kind: 'link', text: match.raw, address });
    at = match.lastIndex;
  }
  if (at < text.length) parts.push({ kind: 'plain', text: text.slice(at) });
  return parts;
}
