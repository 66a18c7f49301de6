import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';

/** Events of an XML text as it is read. Names have no prefix. */
export interface XmlEvents {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  text?(text: string): void;
  close?(name: string): void;
}

function bareName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Attributes are looked up by name with any prefix: producers use different ones. */
function attributeOf(tag: SaxesTagPlain): (name: string) => string | undefined {
  return (name) => tag.attributes[name] ?? Object.entries(tag.attributes).find(([key]) => bareName(key) === name)?.[1];
}

const declarationBytes = 200;

/**
 * The decoder of an XML text by its beginning (XML 1.0, appendix F.1): a byte order mark, the width of its first
 * characters, or the encoding in its declaration.
 */
function decoderFor(beginning: Buffer): TextDecoder {
  const [first, second] = beginning;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return fatalDecoder('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return fatalDecoder('utf-16be');
  const declaration = beginning.toString('latin1', 0, declarationBytes);
  const [, , name = 'utf-8'] = /^<\?xml[^>]*\sencoding\s*=\s*(["'])([\w.:-]+)\1/.exec(declaration) ?? [];
  try {
    return fatalDecoder(name);
  } catch {
    throw new IngestError(explain('encoding-unknown', { encoding: name }));
  }
}

/** Bytes that are not characters are refused: they would otherwise silently become U+FFFD. */
function fatalDecoder(encoding: string): TextDecoder {
  return new TextDecoder(encoding, { fatal: true });
}

/** @throws {IngestError} for bytes that are not in the encoding */
function decode(decoder: TextDecoder, piece?: Buffer): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch {
    throw new IngestError(explain('workbook-not-in-encoding', { encoding: decoder.encoding.toUpperCase() }));
  }
}

/**
 * Reads an XML text piece by piece.
 * @param afterPiece awaited after each chunk, so that the caller can write what it has collected.
 * @throws {IngestError} if it is not well-formed XML.
 */
export async function readXml(stream: Readable, events: XmlEvents, afterPiece?: () => Promise<boolean>): Promise<void> {
  const parser = new SaxesParser();
  let decoder: TextDecoder | null = null;
  parser.on('error', (error) => {
    throw new IngestError(explain('workbook-damaged', { said: error.message }));
  });
  parser.on('opentag', (tag) => events.open?.(bareName(tag.name), attributeOf(tag)));
  parser.on('text', (text) => events.text?.(text));
  parser.on('cdata', (text) => events.text?.(text));
  parser.on('closetag', (tag) => events.close?.(bareName(tag.name)));
  try {
    for await (const piece of stream) {
      decoder ??= decoderFor(piece as Buffer);
      parser.write(decode(decoder, piece as Buffer));
      if (afterPiece !== undefined && !(await afterPiece())) return;
    }
    if (decoder !== null) parser.write(decode(decoder));
    parser.close();
  } finally {
    stream.destroy();
  }
}
