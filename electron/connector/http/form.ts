import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Message } from './write.ts';

/** A file's bytes and their number. */
export interface FileToSend {
  readonly stream: Readable;
  readonly bytes: number;
}

export interface FormFile extends FileToSend {
  readonly field: string;
  /** Name of the file for the service. */
  readonly name: string;
  readonly type: string;
}

/** A form (`multipart/form-data`, RFC 7578) with a file, which comes after all fields, as a request body. */
export function formDataOf(fields: Readonly<Record<string, string>>, file: FormFile): NonNullable<Message['body']> {
  const boundary = `almanac-${randomBytes(16).toString('hex')}`;
  const begin = (name: string, rest: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${begin(name, '')}${value}\r\n`);
  const before = begin(file.field, `; filename="${file.name}"\r\nContent-Type: ${file.type}`);
  const head = Buffer.from(`${texts.join('')}${before}`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* whole() {
    yield head;
    yield* file.stream as AsyncIterable<Buffer>;
    yield tail;
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: { stream: Readable.from(whole()), bytes: head.length + file.bytes + tail.length },
  };
}
