import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { imageQuery } from '../../backend/service/queries.ts';
import styles from './tree.module.css';

interface TreeImageProps {
  readonly connection: string;
  /** As named in the record; empty for none. */
  readonly image: string;
  /** The placeholder while the image is loading, and if there is none. */
  readonly children: ReactNode;
}

/** The small picture of a line, which is decorative. */
export function TreeImage({ connection, image, children }: TreeImageProps) {
  const { data } = useQuery(imageQuery(connection, image));
  if (data === undefined || data === null) return children;
  return <img className={styles.image} src={data} alt="" />;
}
