import { useTranslation } from 'react-i18next';
import { keyNames } from '../../lib/keyboard/key-names.ts';
import { mac } from '../../lib/keyboard/pressed-keys.ts';

/** Returns the names of keys as labelled on the user's keyboard. */
export function useKeyNames(): (keys: string) => string[] {
  const { t } = useTranslation();
  return (keys) => keyNames(keys, mac, (key) => t(`keys.${key}`));
}
