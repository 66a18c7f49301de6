import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilePreview, Finding } from '#shared/rpc/source-file.ts';
import { changeReading } from '../draft.ts';
import { changeDraft } from '../publish-store.ts';
import { delimiterNames } from './delimiter-choice.tsx';
import styles from './findings.module.css';

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
export function Findings({ preview: { findings }, unsure = false }: FindingsProps) {
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
  const { t } = useTranslation();
  const [requested, setRequested] = useState(false);
  const open = requested || unsure;
  const name = (text: string) => {
    const known = delimiterNames[text];
    return option === 'delimiter' && known !== undefined ? t(`publish.${known}`) : text;
  };
  const title = option === 'encoding' ? t('publish.encoding') : t('publish.delimiter');
  const choose = (chosen: string) => changeDraft((draft) => changeReading(draft, { [option]: chosen }));
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
          <Reading name={name(value)} sample={sample} chosen onChoose={() => choose(value)} />
          {alternatives
            .filter((one) => one.sample.length > 0)
            .map((one) => (
              <Reading
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

interface ReadingProps {
  readonly name: string;
  readonly sample: readonly string[];
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Reading({ name, sample, chosen, onChoose }: ReadingProps) {
  return (
    <UnstyledButton className={styles.choice} aria-pressed={chosen} onClick={onChoose}>
      <strong>{name}</strong>
      {sample.slice(0, 3).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file may be alike, and never change their order.
        <span key={at} className={`${styles.line} mono`}>
          {line}
        </span>
      ))}
    </UnstyledButton>
  );
}
