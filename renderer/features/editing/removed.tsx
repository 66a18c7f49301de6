import { useTranslation } from 'react-i18next';
import { Note } from '../../ui/states/note.tsx';

/** Shown in a dialog whose record has been deleted meanwhile. */
export function Gone() {
  const { t } = useTranslation();
  return <Note tone="bad">{t('editing.notFound')}</Note>;
}
