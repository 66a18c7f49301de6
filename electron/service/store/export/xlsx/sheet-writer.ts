import { columnLetters, textCell } from './sheet-cells.ts';
import { putRow, type RowLine, type UnusualCells } from './sheet-row.ts';
import { XmlBytes } from './xml-bytes.ts';
import { maxPartBytes, type ZipWriter } from './zip-writer.ts';

/** A worksheet that is being written, with a header row. */
export interface SheetWriter {
  /** Number of rows so far, including the header. */
  readonly rows: number;
  /** Whether its part of the archive is full. */
  readonly full: boolean;
  put(line: RowLine, cells: UnusualCells): void;
  /** Whether the buffer should be flushed. */
  readonly due: boolean;
  /** Flushes the buffer, and waits until there is room for more. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Bytes of a worksheet that are buffered before they are compressed. */
const pieceBytes = 256 * 1024;

/** Bytes that one chunk may still add to a part before it counts as full. */
const margin = 64 * 1024 * 1024;

const head =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';

/** Starts the worksheet with a number, from 1. */
export function openSheet(zip: ZipWriter, number: number, names: readonly string[]): SheetWriter {
  const part = zip.add(`xl/worksheets/sheet${number}.xml`);
  const letters = names.map((_, position) => Buffer.from(columnLetters(position)));
  let xml = new XmlBytes(pieceBytes * 2);
  let rows = 1;
  let bytes = 0;
  xml.putText(`${head}<row r="1">`);
  for (const [position, name] of names.entries()) xml.putText(textCell(`${columnLetters(position)}1`, name));
  xml.putText('</row>');

  async function settle(): Promise<void> {
    const piece = xml.bytes.subarray(0, xml.end);
    bytes += piece.length;
    xml = new XmlBytes(pieceBytes * 2);
    await part.write(piece);
  }

  return {
    get rows() {
      return rows;
    },
    get full() {
      return bytes + xml.end + margin > maxPartBytes;
    },
    put(line, cells) {
      rows += 1;
      putRow(xml, line, letters, rows, cells);
    },
    get due() {
      return xml.end >= pieceBytes;
    },
    settle,
    async close() {
      xml.putText('</sheetData></worksheet>');
      await settle();
      part.end();
    },
  };
}
