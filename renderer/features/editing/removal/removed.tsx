import { useTranslation } from 'react-i18next';
import { Note } from '../../../ui/states/note.tsx';

/** Stands in a dialog about something that was deleted meanwhile. */
export function Gone() {
  const { t } = useTranslation();
  return <Note tone="bad">{t('editing.notFound')}</Note>;
}
