import { type BusMessage, BusReader, BusWriter, field } from './bus-message.ts';
import { openSessionBus } from './session-bus.ts';

/** A notification as the user would see it. */
interface Shown {
  readonly title: string;
  readonly text: string;
}

/** Replaces the desktop's notification service (Desktop Notifications Specification 1.2). */
export interface NotificationService {
  /** Those that were shown, in order. */
  readonly shown: readonly Shown[];
  /** Clicks the one at this 0-based position. */
  click(position: number): void;
  close(): Promise<void>;
}

const name = 'org.freedesktop.Notifications';
const place = '/org/freedesktop/Notifications';

interface Answer {
  readonly signature: string;
  readonly body: Buffer;
}

/** Receives a notification: the program's name, the id of one to replace, an icon, then what the user sees. */
function readNotification(body: Buffer): Shown {
  const reader = new BusReader(body);
  reader.text();
  reader.number();
  reader.text();
  return { title: reader.text(), text: reader.text() };
}

/** Receives the notifications of the session, which only the tests use. */
export async function openNotificationService(): Promise<NotificationService> {
  const bus = await openSessionBus();
  const shown: Shown[] = [];
  const answerTo = ({ fields, body }: BusMessage): Answer => {
    switch (fields.get(field.member)) {
      case 'GetServerInformation':
        return { signature: 'ssss', body: new BusWriter().text('Test').text('').text('1').text('1.2').done() };
      case 'GetCapabilities':
        return { signature: 'as', body: new BusWriter().texts(['actions', 'body']).done() };
      case 'Notify':
        return { signature: 'u', body: new BusWriter().number(shown.push(readNotification(body))).done() };
      default:
        return { signature: '', body: Buffer.alloc(0) };
    }
  };
  bus.onMessage((message) => {
    if (message.kind !== 'call') return;
    const { signature, body } = answerTo(message);
    const fields = new Map<number, string | number>([[field.replySerial, message.serial]]);
    fields.set(field.destination, message.fields.get(field.sender) ?? '');
    if (signature !== '') fields.set(field.signature, signature);
    bus.send({ kind: 'return', fields, body });
  });
  await bus.own(name);
  return {
    shown,
    click(position) {
      const fields = new Map<number, string | number>([
        [field.path, place],
        [field.interface, name],
        [field.member, 'ActionInvoked'],
        [field.signature, 'us'],
      ]);
      const body = new BusWriter()
        .number(position + 1)
        .text('default')
        .done();
      bus.send({ kind: 'signal', fields, body });
    },
    close: () => bus.close(),
  };
}
