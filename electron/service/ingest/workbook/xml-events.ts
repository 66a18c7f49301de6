import type { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { say } from '#shared/sentences/say.ts';
import { IngestError } from '../../rows/row-store.ts';

/** What is told of an XML text while it is read. Names come without their prefix. */
export interface XmlEvents {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  text?(text: string): void;
  close?(name: string): void;
}

function bareName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Attributes are looked up by name with any prefix: producers differ in theirs. */
function attributeOf(tag: SaxesTagPlain): (name: string) => string | undefined {
  return (name) => tag.attributes[name] ?? Object.entries(tag.attributes).find(([key]) => bareName(key) === name)?.[1];
}

/**
 * Reads an XML text piece by piece.
 * @param afterPiece awaited after each piece, for whoever has gathered something to write.
 * @throws {IngestError} when it is no well-formed XML.
 */
export async function readXml(stream: Readable, events: XmlEvents, afterPiece?: () => Promise<boolean>): Promise<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder('utf-8');
  parser.on('error', (error) => {
    throw new IngestError(say('workbook-damaged', { said: error.message }));
  });
  parser.on('opentag', (tag) => events.open?.(bareName(tag.name), attributeOf(tag)));
  parser.on('text', (text) => events.text?.(text));
  parser.on('cdata', (text) => events.text?.(text));
  parser.on('closetag', (tag) => events.close?.(bareName(tag.name)));
  try {
    for await (const piece of stream) {
      parser.write(decoder.decode(piece as Buffer, { stream: true }));
      if (afterPiece !== undefined && !(await afterPiece())) return;
    }
    parser.write(decoder.decode());
    parser.close();
  } finally {
    stream.destroy();
  }
}
