import { IconSum } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilePreview, FileSurvey } from '#shared/rpc/source-file.ts';
import { leaveOutRows } from './left-out-lines.tsx';
import { Decision, Proposal } from './proposal.tsx';

interface TotalRowsProps {
  readonly preview: Pick<FilePreview, 'notices'>;
  readonly survey: Pick<FileSurvey, 'notices'> | undefined;
}

/** Suggests leaving out last records that sum up the others, wherever in the file they are. */
export function TotalRows({ preview, survey }: TotalRowsProps) {
  const { t } = useTranslation();
  const found = [...preview.notices, ...(survey?.notices ?? [])].find(({ code }) => code === 'totals-below');
  if (found?.code !== 'totals-below') return null;
  const { lines, column, value } = found.values;
  const text = t('publish.totals', { count: lines.length, line: lines.join(', '), column, value });
  return (
    <Proposal icon={IconSum} text={text}>
      <Decision onClick={() => leaveOutRows(lines)}>{t('publish.leaveOutRows', { count: lines.length })}</Decision>
    </Proposal>
  );
}
