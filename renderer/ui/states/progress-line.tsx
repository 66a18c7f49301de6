import { Stack } from '@mantine/core';
import styles from './progress-line.module.css';

interface ProgressLineProps {
  /** The task that progresses. */
  readonly label: string;
  /** 0 to 1; null if unknown. */
  readonly fraction: number | null;
  /** Text below the bar; empty for none. */
  readonly words: string;
  /** Paused or waiting. */
  readonly still?: boolean;
}

/** A thin progress bar with a line of text. */
export function ProgressLine({ label, fraction, words, still = false }: ProgressLineProps) {
  const percent = fraction === null ? undefined : Math.floor(fraction * 100);
  return (
    <Stack gap="xs" miw={0}>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={words || undefined}
        data-unknown={percent === undefined || undefined}
        data-still={still || undefined}
      >
        <span style={percent === undefined ? {} : { width: `${percent}%` }} />
      </div>
      {words !== '' && <span className={styles.words}>{words}</span>}
    </Stack>
  );
}
