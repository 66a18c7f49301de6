import { IconRuler2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { columnDescriptions } from '#shared/text/column-descriptions.ts';
import { changeColumn } from '../draft.ts';
import { changeDraft } from '../publish-store.ts';
import { leaveOutRows } from './left-out-lines.tsx';
import { Decision, Proposal } from './proposal.tsx';

type UnitsRowProps = { readonly preview: Pick<FilePreview, 'unitsLines' | 'rows' | 'columns'> };

/** Suggests leaving out first records that evidently contain units or descriptions, or keeping them with the columns. */
export function UnitsRow({ preview: { unitsLines, rows, columns } }: UnitsRowProps) {
  const { t } = useTranslation();
  const count = unitsLines.length;
  if (count === 0) return null;
  const units = (rows[0] ?? []).filter((text) => text !== null && text.trim() !== '').join(', ');
  const text = t('publish.unitsRow', { count, line: unitsLines.join(', '), units: units.slice(0, 80) });
  const describe = () => {
    const found = columnDescriptions(columns, rows.slice(0, count));
    changeDraft((draft) =>
      found.reduce(
        (changed, { source, description }) =>
          changed.edits.get(source)?.description ? changed : changeColumn(changed, source, { description }),
        draft,
      ),
    );
    leaveOutRows(unitsLines);
  };
  return (
    <Proposal icon={IconRuler2} text={text}>
      <Decision onClick={describe}>{t('publish.useAsDescriptions')}</Decision>
      <Decision onClick={() => leaveOutRows(unitsLines)}>{t('publish.leaveOutRows', { count })}</Decision>
    </Proposal>
  );
}
