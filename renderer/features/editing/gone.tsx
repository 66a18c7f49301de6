import { useTranslation } from 'react-i18next';
import { Note } from '../../ui/note.tsx';

/** Stands in a dialog about something that was deleted meanwhile. */
export function Gone() {
  const { t } = useTranslation();
  return <Note tone="bad">{t('editing.gone')}</Note>;
}
