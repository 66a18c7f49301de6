import { Button, Flex } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { summaryExplanation } from '#shared/change-words.ts';
import type { FollowedSource } from '#shared/follow.ts';
import { callBackend } from '../../../backend/port.ts';
import { Explanations, FailureNote } from '../../../ui/states/failure-note.tsx';
import { Note } from '../../../ui/states/note.tsx';
import styles from './followed.module.css';

/** A version that is held for review: why, what it would change, and the two ways to decide; nothing if there is none. */
export function HeldNote({ source }: { source: FollowedSource }) {
  const { t } = useTranslation();
  const { namespace, dataset, held, title } = source;
  const decide = useMutation({
    mutationFn: (accept: boolean) => callBackend('decideHeldVersion', { namespace, dataset, accept }),
  });
  if (held === null) return null;
  const name = t('followed.heldTitle', { name: title });
  return (
    <section className={styles.held} aria-label={name}>
      <Note tone="warning">
        <p>
          <strong>{name}</strong>
        </p>
        <Explanations of={[...held.reasons, summaryExplanation(held.summary)]} />
        <Flex gap="sm" mt="sm">
          <Button
            size="compact-sm"
            variant="default"
            loading={decide.isPending && decide.variables}
            disabled={decide.isPending}
            onClick={() => decide.mutate(true)}
          >
            {t('followed.accept')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={decide.isPending && !decide.variables}
            disabled={decide.isPending}
            onClick={() => decide.mutate(false)}
          >
            {t('followed.reject')}
          </Button>
        </Flex>
      </Note>
      <FailureNote failure={decide.error} />
    </section>
  );
}
