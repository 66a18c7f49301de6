import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { licencesQuery } from '../../backend/settings.ts';
import { useDialog } from '../../state/dialogs.ts';
import { FailureState } from '../../ui/states/states.tsx';
import styles from './licences.module.css';

/** The third-party software in the program, and its licences. */
export function LicencesSheet() {
  const { dialog, layer } = useDialog('program');
  const opened = dialog?.kind === 'licences';
  const { data = [], error, isLoading, refetch } = useQuery({ ...licencesQuery, enabled: opened });
  return (
    <Modal opened={opened} {...layer} title={t('licences.title')} size={640}>
      {error !== null && <FailureState failure={error} onRetry={refetch} />}
      {isLoading && <p role="status">{t('common.loading')}</p>}
      <ul className={styles.licences}>
        {data.map(({ name, version, licence, text }) => (
          <li key={`${name} ${version}`}>
            <details>
              <summary>
                <span>
                  {name} {version}
                </span>
                <span>{licence}</span>
              </summary>
              <pre>{text === '' ? t('licences.noText', { licence }) : text}</pre>
            </details>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
