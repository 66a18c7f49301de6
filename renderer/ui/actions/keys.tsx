import { Kbd } from '@mantine/core';
import styles from './keys.module.css';
import { useKeyNames } from './use-key-names.ts';

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
