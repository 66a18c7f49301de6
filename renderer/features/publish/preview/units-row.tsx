import { Button } from '@mantine/core';
import { IconRuler2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { leaveOutRow } from './left-out-lines.tsx';

/** Suggests leaving out a first record that evidently contains units. */
export function UnitsRow({ preview: { unitsLine, rows } }: { preview: Pick<FilePreview, 'unitsLine' | 'rows'> }) {
  const { t } = useTranslation();
  if (unitsLine === null) return null;
  const units = (rows[0] ?? []).filter((text) => text !== null && text.trim() !== '').join(', ');
  const text = t('publish.unitsRow', { line: unitsLine, units: units.slice(0, 80) });
  return (
    <section className="column-question" aria-label={text}>
      <IconRuler2 size={16} stroke={1.5} aria-hidden />
      <span>{text}</span>
      <Button size="compact-xs" variant="default" onClick={() => leaveOutRow(unitsLine)}>
        {t('publish.leaveOutRow')}
      </Button>
    </section>
  );
}
