import { Button } from '@mantine/core';
import { IconRuler2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { columnDescriptions } from '#shared/text/column-descriptions.ts';
import { changeColumn } from '../draft.ts';
import { changeDraft } from '../publish-store.ts';
import { leaveOutRows } from './left-out-lines.tsx';

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
    <section className="column-question" aria-label={text}>
      <IconRuler2 size={16} stroke={1.5} aria-hidden />
      <span>{text}</span>
      <Button size="compact-xs" variant="default" onClick={describe}>
        {t('publish.useAsDescriptions')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => leaveOutRows(unitsLines)}>
        {t('publish.leaveOutRows', { count })}
      </Button>
    </section>
  );
}
