/** Address of an image in a record (`images/showcase/….webp`). */
export function mediaAddress(name: string): string {
  return `/media/${name.split('/').map(encodeURIComponent).join('/')}`;
}
