import { Button, Popover, UnstyledButton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ColumnEvidence } from '#shared/rpc/source-file.ts';
import { explained } from '../../../lib/format/failure-texts.ts';
import { typeName } from '../../../lib/format/type-name.ts';
import { changeReading } from '../draft.ts';
import styles from '../publish.module.css';
import { changeDraft } from '../publish-store.ts';
import type { DraftColumn } from './draft-columns.ts';

interface ColumnEvidenceProps {
  readonly column: DraftColumn & { readonly evidence: ColumnEvidence };
  /** Texts that currently mean "missing". */
  readonly missing: readonly string[];
}

/** The evidence for a column's type in one line, which expands to what contradicts it and what is missing. */
export function ColumnEvidenceLine({ column, missing }: ColumnEvidenceProps) {
  const { t } = useTranslation();
  const { evidence, source } = column;
  const words = useEvidenceWords(column);
  if (evidence.exceptions.length === 0 && evidence.missing.length === 0) {
    return (
      <span className={styles.columnReason} data-tooltip={words}>
        {words}
      </span>
    );
  }
  return (
    <Popover position="bottom-start" shadow="md" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={`${styles.columnReason} ${styles.columnEvidence}`} data-tooltip={words}>
          {words}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('publish.evidenceOf', { name: source })}>
        <EvidenceDetails evidence={evidence} missing={missing} />
      </Popover.Dropdown>
    </Popover>
  );
}

const moments = {
  date: 'publish.momentDate',
  'date-time': 'publish.momentDateTime',
  'date-time-zone': 'publish.momentDateTimeZone',
  time: 'publish.momentTime',
  month: 'publish.momentMonth',
  quarter: 'publish.momentQuarter',
  week: 'publish.momentWeek',
} as const;

function useEvidenceWords({ evidence, foundType, moment, reason }: ColumnEvidenceProps['column']): string {
  const { t } = useTranslation();
  const { values, fitting, whole, missing } = evidence;
  const isText = foundType === 'text' || foundType === 'char';
  const type = moment === null ? typeName(t, isText ? 'text' : foundType) : t(moments[moment]);
  const marks = missing.map(({ text, count }) => t('publish.markCount', { text, count }));
  const why = reason === null ? [] : [explained(t, reason)];
  const inferredText = isText && moment === null && evidence.stated !== true;
  const fits = t(whole ? 'publish.evidenceWhole' : 'publish.evidenceFirst', { type, fitting, count: values });
  const counted = values === 0 ? t('publish.evidenceNothing', { type }) : fits;
  if (!inferredText) return [counted, ...(isText ? why : []), ...marks].join(' · ');
  return [...textWords(t, type, evidence, why), ...marks].join(' · ');
}

/** The evidence for text that was inferred: what is neither a number nor a date, or why it is text although all are. */
function textWords(t: TFunction, type: string, evidence: ColumnEvidence, why: readonly string[]): readonly string[] {
  const { exceptions, values, fitting, whole } = evidence;
  if (values === 0) return [t('publish.evidenceNothing', { type })];
  if (fitting === values && why.length > 0) return why;
  if (fitting === 0)
    return [t(whole ? 'publish.evidenceNoneWhole' : 'publish.evidenceNoneFirst', { type, count: values })];
  if (exceptions.length === 0)
    return why.length > 0 ? why : [t('publish.evidenceSome', { type, fitting, count: values })];
  const texts = exceptions.map(({ text }) => text).join(', ');
  return [t('publish.evidenceAgainst', { type, count: values - fitting, texts })];
}

function EvidenceDetails({ evidence, missing }: { evidence: ColumnEvidence; missing: readonly string[] }) {
  const { t } = useTranslation();
  const apply = (texts: readonly string[]) =>
    changeDraft((draft) => changeReading(draft, { missing: [...new Set(texts)] }));
  return (
    <ul className={styles.evidenceList}>
      {evidence.exceptions.map(({ record, text }) => (
        <li key={record}>
          <span className="quiet">{t('publish.recordNumber', { record })}</span>
          <span className="mono">{text}</span>
          <Button size="compact-xs" variant="default" onClick={() => apply([...missing, text])}>
            {t('publish.takeAsMissing')}
          </Button>
        </li>
      ))}
      {evidence.missing.map(({ text, count }) => (
        <li key={text}>
          <span className="quiet">{t('publish.markMissing', { count })}</span>
          <span className="mono">{text}</span>
          <Button size="compact-xs" variant="default" onClick={() => apply(missing.filter((mark) => mark !== text))}>
            {t('publish.keepAsValue')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
