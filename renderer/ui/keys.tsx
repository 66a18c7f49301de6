import { Kbd } from '@mantine/core';
import { keyNames } from '../lib/key-names.ts';

const mac = navigator.userAgent.includes('Mac');

/** Keys to press together. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="keys">
      {keyNames(keys, mac).map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </span>
  );
}
