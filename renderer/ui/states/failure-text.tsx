import { useTranslation } from 'react-i18next';
import type { Failure } from '#shared/failures.ts';
import { failureWords } from '../../lib/format/failure-texts.ts';

/** A failure within a line of text. */
export function FailureText({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const { text, detail } = failureWords(t, failure);
  return (
    <>
      {text} {detail !== '' && <span className="quiet">{detail}</span>}
    </>
  );
}
