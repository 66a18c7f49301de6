import { Button, Flex, FocusTrap, Portal } from '@mantine/core';
import { useViewportSize, useWindowEvent } from '@mantine/hooks';
import { useId, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endTour, goToStep, useTour } from '../../dialogs/tour.ts';
import { useShortcuts } from '../../state/settings.ts';
import { useKeyNames } from '../../ui/actions/use-key-names.ts';
import { type Box, besideTarget } from './card-position.ts';
import styles from './tour.module.css';

/** The target of each step, by the element's `data-tour`. */
const steps = ['catalogue', 'tabs', 'palette', 'publish', 'jobs'] as const;

/** Size of the card in pixels, with the height for the longest texts. */
const card = { width: 320, height: 260 };

/** Explains the parts of the window one after the other. Esc ends it at any time. */
export function Tour() {
  const step = useTour((tour) => tour.step);
  const target = step === null ? undefined : steps[step];
  return step === null || target === undefined ? null : <Step key={step} position={step} target={target} />;
}

function Step({ position, target }: { position: number; target: (typeof steps)[number] }) {
  const { t } = useTranslation();
  const namesOf = useKeyNames();
  const paletteKeys = useShortcuts()('palette');
  // Without keys, it is opened from the menu.
  const keys = paletteKeys === undefined ? `${t('menu.view')} → ${t('menu.palette')}` : namesOf(paletteKeys).join('+');
  const title = useId();
  const text = useId();
  const viewport = useViewportSize();
  const [box, setBox] = useState<Box | null>(null);
  const isLast = position === steps.length - 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size of the window moves what is pointed to.
  useLayoutEffect(() => {
    const element = document.querySelector(`[data-tour="${target}"]`);
    setBox(element?.getBoundingClientRect() ?? null);
  }, [target, viewport]);
  // Keys of the whole window: the focus may still be where the tour was started.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      endTour();
    },
    { capture: true },
  );
  const size = { width: window.innerWidth, height: window.innerHeight };
  const place = besideTarget(box, card, size);
  return (
    <Portal>
      {box !== null && (
        <div
          className={styles.ring}
          aria-hidden
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        />
      )}
      <FocusTrap active>
        <div
          className={styles.tour}
          role="dialog"
          aria-modal
          aria-labelledby={title}
          aria-describedby={text}
          style={place}
        >
          <p className={styles.step}>{t('tour.step', { step: position + 1, count: steps.length })}</p>
          <h2 className={styles.title} id={title}>
            {t(`tour.${target}Title`)}
          </h2>
          <p className={styles.text} id={text}>
            {t(`tour.${target}Text`, { keys })}
            {isLast && ` ${t('tour.again')}`}
          </p>
          <div className={styles.actions}>
            {!isLast && (
              <Button variant="subtle" color="gray" size="compact-sm" onClick={endTour}>
                {t('tour.skip')}
              </Button>
            )}
            <Flex flex={1} />
            {position > 0 && (
              <Button variant="default" size="compact-sm" onClick={() => goToStep(position - 1)}>
                {t('tour.back')}
              </Button>
            )}
            <Button size="compact-sm" data-autofocus onClick={() => (isLast ? endTour() : goToStep(position + 1))}>
              {t(isLast ? 'tour.finish' : 'tour.next')}
            </Button>
          </div>
        </div>
      </FocusTrap>
    </Portal>
  );
}
