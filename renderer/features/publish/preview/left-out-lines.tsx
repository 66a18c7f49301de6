import { t } from 'i18next';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { SmallButton } from '../../../ui/actions/icon-button.tsx';
import { changeReading } from '../draft.ts';
import styles from '../publish.module.css';
import { changeDraft, setReading } from '../publish-store.ts';

/** Makes a line of the file the header; the lines above it are left out. */
export function takeAsHeader(line: number): void {
  setReading({ skip: line - 1, header: true, headerRows: undefined });
}

/** Makes a line of the file the first record; the lines above it are left out. */
export function beginWith(line: number): void {
  setReading({ skip: line - 1, header: false, headerRows: undefined });
}

function changeLeftOut(change: (lines: readonly number[]) => number[]): void {
  changeDraft((draft) => {
    const lines = change(draft.reading.leaveOut ?? []);
    return changeReading(draft, { leaveOut: lines.length === 0 ? undefined : lines });
  });
}

/** Leaves out the record that begins on a line of the file, or the row of a sheet. */
export function leaveOutRow(line: number): void {
  leaveOutRows([line]);
}

/** Leaves out several of them. */
export function leaveOutRows(chosen: readonly number[]): void {
  changeLeftOut((lines) => [...new Set([...lines, ...chosen])].sort((one, other) => one - other));
}

function takeBack(line: number): void {
  changeLeftOut((lines) => lines.filter((one) => one !== line));
}

/** Lines of the file that are not records, struck out, each with the reason; those above can be made the header. */
export function LeftOutLines({ preview: { leftOut } }: { preview: Pick<FilePreview, 'leftOut'> }) {
  if (leftOut.length === 0) return null;
  const label = t('publish.leftOut', { count: leftOut.length });
  return (
    <section className={styles.leftOut} aria-label={label}>
      <h4>{label}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard. */}
      <ul tabIndex={0} aria-label={label}>
        {leftOut.map(({ line, text, why }) => (
          <li key={line}>
            <span className={styles.leftOutLine}>{line}</span>
            <s className="mono" data-tooltip={text}>
              {text === '' ? ' ' : text}
            </s>
            <span className="quiet">{t(`publish.leftOut-${why}`)}</span>
            {why === 'chosen' && (
              <SmallButton text={t('publish.includeAgain')} variant="subtle" onClick={() => takeBack(line)} />
            )}
            {why === 'above' && text.trim() !== '' && (
              <SmallButton text={t('publish.useAsHeader')} variant="subtle" onClick={() => takeAsHeader(line)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
