import './progress-line.css';

interface ProgressLineProps {
  /** What it is the progress of. */
  readonly label: string;
  /** 0 to 1; null where unknown. */
  readonly fraction: number | null;
  /** Said below the bar; empty for nothing. */
  readonly words: string;
  /** Nothing moves at the moment. */
  readonly still?: boolean;
}

/** A thin bar and a line of words: how far something long is. */
export function ProgressLine({ label, fraction, words, still = false }: ProgressLineProps) {
  const percent = fraction === null ? undefined : Math.floor(fraction * 100);
  return (
    <div className="progress-line">
      <div
        className="progress-line-track"
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
      {words !== '' && <span className="progress-line-words">{words}</span>}
    </div>
  );
}
