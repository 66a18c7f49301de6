import { Box, Button, Flex, FocusTrap, Portal } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { t } from 'i18next';
import { useId, useLayoutEffect, useState } from 'react';
import { can } from '../../backend/shell.ts';
import { endTour, goToStep, useDialog } from '../../state/dialogs.ts';
import { useShortcuts } from '../../state/settings.ts';
import { PlainButton, useKeyNames } from '../../ui/actions/icon-button.tsx';
import styles from './tour.module.css';

/** The target of each step, by the element's `data-tour`. */
const targets = ['catalogue', 'tabs', 'palette', 'publish', 'jobs'] as const;

const steps = targets.filter(
  (target) => (target !== 'publish' || can('publish')) && (target !== 'jobs' || can('jobs')),
);

/** Size of the card in pixels, with the height for the longest texts. */
const card = { width: 320, height: 260 };

/** Explains the parts of the window one after the other. Esc ends it at any time. */
export function Tour() {
  const { dialog } = useDialog('tour');
  const step = dialog?.step ?? null;
  const target = step === null ? undefined : steps[step];
  return step === null || target === undefined ? null : <Step key={step} position={step} target={target} />;
}

function Step({ position, target }: { position: number; target: (typeof targets)[number] }) {
  const namesOf = useKeyNames();
  const paletteKeys = useShortcuts()('palette');
  // Without keys, it is opened from the menu.
  const keys = paletteKeys === undefined ? `${t('menu.view')} → ${t('menu.palette')}` : namesOf(paletteKeys).join('+');
  const title = useId();
  const text = useId();
  const viewport = useViewportSize();
  const [box, setBox] = useState<Rectangle | null>(null);
  const isLast = position === steps.length - 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size of the window moves what is pointed to.
  useLayoutEffect(() => {
    const element = document.querySelector(`[data-tour="${target}"]`);
    setBox(element?.getBoundingClientRect() ?? null);
  }, [target, viewport]);
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
          <Box component="p" c="var(--text-quiet)" fz="var(--font-size-small)">
            {t('tour.step', { step: position + 1, count: steps.length })}
          </Box>
          <Box component="h2" fz="var(--font-size-large)" fw={600} id={title}>
            {t(`tour.${target}Title`)}
          </Box>
          <p id={text}>
            {t(`tour.${target}Text`, { keys })}
            {isLast && ` ${t('tour.again')}`}
          </p>
          <StepActions position={position} />
        </div>
      </FocusTrap>
    </Portal>
  );
}

function StepActions({ position }: { position: number }) {
  const isLast = position === steps.length - 1;
  return (
    <Flex wrap="wrap" gap="sm" mt="auto" pt="sm">
      {!isLast && (
        <PlainButton text={t('tour.skip')} variant="subtle" color="gray" size="compact-sm" onClick={endTour} />
      )}
      <Flex flex={1} />
      {position > 0 && <PlainButton text={t('tour.back')} size="compact-sm" onClick={() => goToStep(position - 1)} />}
      <Button size="compact-sm" data-autofocus onClick={() => (isLast ? endTour() : goToStep(position + 1))}>
        {t(isLast ? 'tour.finish' : 'tour.next')}
      </Button>
    </Flex>
  );
}

/** The position of the card: by its upper edge, or by its lower one if it is above its target. */
type CardPosition = { readonly left: number } & ({ readonly top: number } | { readonly bottom: number });

/** A rectangle in the window, in pixels from its upper left corner. */
interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels between the target and the card, and between the card and the window's edge. */
const gap = 12;

const within = (value: number, most: number) => Math.max(gap, Math.min(value, most - gap));

/**
 * The position of a card that points to a target: to its right if there is room, otherwise below or above it, always
 * completely within the window; centred without a target.
 */
export function besideTarget(target: Rectangle | null, card: Size, window: Size): CardPosition {
  const last = { left: window.width - card.width, top: window.height - card.height };
  if (target === null) return { left: within(last.left / 2, last.left), top: within(last.top / 2, last.top) };
  const right = target.left + target.width + gap;
  if (right + gap <= last.left) return { left: right, top: within(target.top, last.top) };
  const below = target.top + target.height + gap;
  const left = within(target.left, last.left);
  if (below + gap <= last.top) return { left, top: below };
  return { left, bottom: within(window.height - target.top + gap, last.top) };
}
