import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import type { Reading } from '../draft.ts';
import { takeSheets, usePublish } from '../publish-store.ts';
import { delimiterNames } from './delimiter-choice.tsx';
import { Findings } from './findings.tsx';
import { LeftOutLines } from './left-out-lines.tsx';
import styles from './reading-chips.module.css';
import { formatNames, ReadingOptions } from './reading-options.tsx';

interface ReadingChipsProps {
  readonly reading: Reading;
  readonly preview: FilePreview;
}

/** What was decided about a file in one line; it opens to be changed, and so do the lines that are no records. */
export function ReadingChips({ reading, preview }: ReadingChipsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'options' | 'lines' | null>(null);
  const { leftOut, sheets } = preview;
  const listed = usePublish(({ batch }) => batch !== null);
  const toggle = (part: 'options' | 'lines') => setOpen(open === part ? null : part);
  const label = t('publish.leftOut', { count: leftOut.length });
  return (
    <>
      <div className={styles.line}>
        <Opener label={t('publish.importOptions')} open={open === 'options'} onClick={() => toggle('options')}>
          {useDecisions(preview).map((text) => (
            <span key={text} className={styles.chip}>
              {text}
            </span>
          ))}
        </Opener>
        {leftOut.length > 0 && (
          <Opener open={open === 'lines'} onClick={() => toggle('lines')}>
            <span className={styles.chip}>{label}</span>
          </Opener>
        )}
        {sheets.length > 1 && !listed && (
          <Button size="compact-xs" variant="default" onClick={() => takeSheets(sheets)}>
            {t('publish.allSheets', { count: sheets.length })}
          </Button>
        )}
      </div>
      {open === 'options' && (
        <>
          <ReadingOptions reading={reading} preview={preview} />
          <Findings preview={preview} />
        </>
      )}
      {open === 'lines' && <LeftOutLines preview={preview} />}
      {open !== 'options' && <Findings preview={preview} unsure />}
    </>
  );
}

interface OpenerProps {
  readonly label?: string;
  readonly open: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Opener({ label, open, onClick, children }: OpenerProps) {
  return (
    <UnstyledButton
      className={styles.opener}
      aria-expanded={open}
      // Escape closes what is open before it closes the dialog.
      data-mantine-stop-propagation={open}
      onKeyDown={({ key }) => open && key === 'Escape' && onClick()}
      onClick={onClick}
    >
      {label !== undefined && <span className="visually-hidden">{label}: </span>}
      {children}
      <IconChevronDown size={14} stroke={1.5} aria-hidden />
    </UnstyledButton>
  );
}

/** The decisions about a file, each in a few words. */
function useDecisions({ format, sheets, options, columns, leftOut }: FilePreview): string[] {
  const { t } = useTranslation();
  const { delimiter, encoding, skip = 0, header, headerRows = 1, decimalComma, thousands = '' } = options;
  const delimiterName = delimiterNames[delimiter ?? ''];
  const hasNumbers = columns.some(({ type }) => type === 'float');
  return [
    formatNames[format],
    ...(sheets.length > 0 ? [options.sheet ?? sheets[0] ?? ''] : []),
    ...(delimiter === undefined ? [] : [delimiterName === undefined ? delimiter : t(`publish.${delimiterName}`)]),
    ...(encoding === undefined || encoding === 'utf-8' ? [] : [encoding]),
    ...(hasNumbers && decimalComma === true ? [t('publish.commaDecimal')] : []),
    ...(thousands === ''
      ? []
      : [`${t('publish.thousands')}: ${thousands.trim() === '' ? t('publish.space') : thousands}`]),
    // The lines themselves are listed beside it.
    ...(skip === 0 || leftOut.length > 0 ? [] : [`${t('publish.linesAbove')}: ${skip}`]),
    ...(headerRows === 1 ? [] : [`${t('publish.headerRows')}: ${headerRows}`]),
    ...(header === false ? [t('publish.noHeader')] : []),
  ];
}
