import { Button, Popover, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ColumnEvidence } from '#shared/rpc/source-file.ts';
import { explained } from '../../../lib/format/failure-texts.ts';
import { typeName } from '../../../lib/format/type-name.ts';
import { changeReading } from '../draft.ts';
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
      <span className="column-reason" title={words}>
        {words}
      </span>
    );
  }
  return (
    <Popover position="bottom-start" shadow="md" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className="column-reason column-evidence" title={words}>
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
  const { exceptions, values, fitting, whole, missing } = evidence;
  const isText = foundType === 'text' || foundType === 'char';
  const type = moment === null ? typeName(t, isText ? 'text' : foundType) : t(moments[moment]);
  const marks = missing.map(({ text, count }) => t('publish.markCount', { text, count }));
  const most = exceptions.length > 0;
  const fits = t(whole ? 'publish.evidenceWhole' : 'publish.evidenceFirst', { type, fitting, count: values });
  const against = t('publish.evidenceAgainst', {
    type,
    count: values - fitting,
    texts: exceptions.map(({ text }) => text).join(', '),
  });
  const why = reason === null ? [] : [explained(t, reason)];
  const plain = isText && moment === null ? why : [fits];
  return [...(most ? [against] : plain), ...marks].filter((part) => part !== '').join(' · ');
}

function EvidenceDetails({ evidence, missing }: { evidence: ColumnEvidence; missing: readonly string[] }) {
  const { t } = useTranslation();
  const apply = (texts: readonly string[]) =>
    changeDraft((draft) => changeReading(draft, { missing: [...new Set(texts)] }));
  return (
    <ul className="evidence-list">
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
