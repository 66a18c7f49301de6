import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';

/** Marks the button that publishes. */
export const publishButton = { 'data-publishes': true } as const;

const decisions = '[data-unsure] button';

interface QuestionKeys {
  readonly form: RefObject<HTMLDivElement | null>;
  readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Lets a file be published with few keys: the focus moves to the first question, after its answer to the next one, and
 * after the last to the button that publishes. It stays wherever the user has moved it.
 * @param questions the open ones, in any notation; undefined while the file is being read
 */
export function useNextQuestion(questions: string | undefined): QuestionKeys {
  const form = useRef<HTMLDivElement>(null);
  const answered = useRef(false);
  useEffect(() => {
    const own = form.current;
    if (questions === undefined || own === null) return;
    const { activeElement } = document;
    // Where the focus is after a file was chosen: on nothing, or on what is in place of the button that chose it.
    const isUnmoved = !own.contains(activeElement) || activeElement?.closest('[data-file-head]') !== null;
    if (!answered.current && !isUnmoved) return;
    const next = own.querySelector<HTMLElement>(decisions);
    (next ?? (answered.current ? own.querySelector<HTMLElement>('[data-publishes]') : null))?.focus();
    answered.current = false;
  }, [questions]);
  return {
    form,
    onClickCapture({ target }) {
      if (target instanceof Element && target.closest(decisions) !== null) answered.current = true;
    },
    onKeyDown(event) {
      if (!isPressed(event, 'publishFile')) return;
      event.preventDefault();
      form.current?.querySelector<HTMLElement>('[data-publishes]')?.click();
    },
  };
}
