import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { imageQuery } from '../../api/service/queries.ts';

interface TreeImageProps {
  readonly connection: string;
  /** As the record names it; empty for none. */
  readonly image: string;
  /** What stands there as long as the image has not come, and where there is none. */
  readonly children: ReactNode;
}

/** The small picture of a line. It adorns: its line's name says what it is. */
export function TreeImage({ connection, image, children }: TreeImageProps) {
  const { data } = useQuery(imageQuery(connection, image));
  if (data === undefined || data === null) return children;
  return <img className="tree-image" src={data} alt="" />;
}
