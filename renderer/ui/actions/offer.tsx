import { notifications } from '@mantine/notifications';
import { given } from '#shared/given.ts';
import { SmallButton } from './icon-button.tsx';

/** Milliseconds for which an action is offered. */
const offerMs = 15_000;

/**
 * Notifies the user, with a button for a while that does something about it.
 * @param id a later notification of the same id takes the place of an earlier one
 */
export function offer(title: string, action: string, act: () => void, id?: string): void {
  if (id !== undefined) notifications.hide(id);
  const onClick = () => {
    notifications.hide(shown);
    act();
  };
  const message = <SmallButton text={action} onClick={onClick} />;
  const shown = notifications.show({ ...given({ id }), title, message, autoClose: offerMs });
}
