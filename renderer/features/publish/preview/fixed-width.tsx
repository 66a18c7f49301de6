import { IconColumns } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { changeReading } from '../draft.ts';
import { changeDraft } from '../publish-store.ts';
import { Decision, Proposal } from './proposal.tsx';

/** Suggests cutting lines that look like columns of fixed width. */
export function FixedWidth({ preview: { notices } }: { preview: Pick<FilePreview, 'notices'> }) {
  const { t } = useTranslation();
  const found = notices.find(({ code }) => code === 'unseparated-fixed-width');
  if (found?.code !== 'unseparated-fixed-width') return null;
  const columnStarts = String(found.values.starts).split(',').map(Number);
  const cut = () => changeDraft((draft) => changeReading(draft, { columnStarts }));
  return (
    <Proposal icon={IconColumns} text={t('publish.fixedWidth')}>
      <Decision onClick={cut}>{t('publish.cutColumns')}</Decision>
    </Proposal>
  );
}
