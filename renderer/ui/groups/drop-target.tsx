import { type DragEvent, type ReactNode, useState } from 'react';
import { draggedColumn } from './column-list.tsx';
import styles from './groups.module.css';

/** A part of the form that accepts a dragged column. */
export function DropTarget({ onColumn, children }: { onColumn: (name: string) => void; children: ReactNode }) {
  const [over, setOver] = useState(false);
  const accept = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(draggedColumn)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it do the same from the keyboard.
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragEnter={accept}
      onDragOver={accept}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        event.preventDefault();
        onColumn(event.dataTransfer.getData(draggedColumn));
      }}
    >
      {children}
    </div>
  );
}
