/** Where an image is served that a record names (`images/showcase/….webp`). */
export function mediaAddress(name: string): string {
  return `/media/${name.split('/').map(encodeURIComponent).join('/')}`;
}
