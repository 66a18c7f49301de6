import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { t } from 'i18next';
import { type ReactNode, useState } from 'react';
import type { FilePreview, Finding } from '#shared/rpc/source-file.ts';
import { SmallButton } from '../../../ui/actions/icon-button.tsx';
import type { Reading } from '../draft.ts';
import { setReading, takeSheets, usePublish } from '../publish-store.ts';
import { delimiterNames } from './delimiter-choice.tsx';
import { LeftOutLines } from './left-out-lines.tsx';
import styles from './reading-chips.module.css';
import { formatNames, ReadingOptions } from './reading-options.tsx';

/** What was decided about a file in one line; it opens to be changed, and so do the lines that are no records. */
export function ReadingChips({ reading, preview }: { reading: Reading; preview: FilePreview }) {
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
          <SmallButton text={t('publish.allSheets', { count: sheets.length })} onClick={() => takeSheets(sheets)} />
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

/** Findings whose alternatives are shown with their effect; the others have a control of their own. */
function isShown({ option, alternatives }: Finding): boolean {
  return (option === 'encoding' || option === 'delimiter') && alternatives.some(({ sample }) => sample.length > 0);
}

interface FindingsProps {
  readonly preview: Pick<FilePreview, 'findings'>;
  /** Whether only those are shown that the user should check. */
  readonly unsure?: boolean;
}

/** Possible other encodings and delimiters, each with sample lines as they would be read. */
function Findings({ preview: { findings }, unsure = false }: FindingsProps) {
  const shown = findings.filter((finding) => isShown(finding) && (!unsure || finding.unsure));
  if (shown.length === 0) return null;
  return (
    <div className={styles.findings}>
      {shown.map((finding) => (
        <OneFinding key={finding.option} finding={finding} />
      ))}
    </div>
  );
}

function OneFinding({ finding: { option, value, unsure, alternatives, sample } }: { finding: Finding }) {
  const [requested, setRequested] = useState(false);
  const open = requested || unsure;
  const name = (text: string) => {
    const known = delimiterNames[text];
    return option === 'delimiter' && known !== undefined ? t(`publish.${known}`) : text;
  };
  const title = option === 'encoding' ? t('publish.encoding') : t('publish.delimiter');
  const choose = (chosen: string) => setReading({ [option]: chosen });
  const label = t('publish.otherReadings', { option: title });
  return (
    <section className={styles.finding} data-unsure={unsure || undefined} aria-label={label}>
      <div className={styles.head}>
        <span className={styles.title}>
          {unsure ? t('publish.unsure', { option: title, value: name(value) }) : `${title}: ${name(value)}`}
        </span>
        {!unsure && (
          <UnstyledButton className={styles.more} aria-expanded={open} onClick={() => setRequested(!requested)}>
            {label}
          </UnstyledButton>
        )}
      </div>
      {open && (
        <div className={styles.choices}>
          <ReadingChoice name={name(value)} sample={sample} chosen onChoose={() => choose(value)} />
          {alternatives
            .filter((one) => one.sample.length > 0)
            .map((one) => (
              <ReadingChoice
                key={one.value}
                name={name(one.value)}
                sample={one.sample}
                chosen={false}
                onChoose={() => choose(one.value)}
              />
            ))}
        </div>
      )}
    </section>
  );
}

interface ReadingChoiceProps {
  readonly name: string;
  readonly sample: readonly string[];
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function ReadingChoice({ name, sample, chosen, onChoose }: ReadingChoiceProps) {
  return (
    <UnstyledButton className={styles.choice} aria-pressed={chosen} onClick={onChoose}>
      <strong>{name}</strong>
      {sample.slice(0, 3).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file may be alike, and never change their order.
        <span key={at} className={`${styles.sample} mono`}>
          {line}
        </span>
      ))}
    </UnstyledButton>
  );
}
