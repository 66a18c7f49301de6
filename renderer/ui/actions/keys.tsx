import { Kbd } from '@mantine/core';
import { t } from 'i18next';
import { keyNames } from '../../lib/keyboard/key-names.ts';
import { mac } from '../../lib/keyboard/pressed-keys.ts';
import styles from './keys.module.css';

/** Keys to press together. */
export function Keys({ keys }: { keys: string }) {
  const namesOf = useKeyNames();
  return (
    <span className={styles.keys}>
      {namesOf(keys).map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </span>
  );
}

/** Returns the names of keys as labelled on the user's keyboard. */
export function useKeyNames(): (keys: string) => string[] {
  return (keys) => keyNames(keys, mac, (key) => t(`keys.${key}`));
}
