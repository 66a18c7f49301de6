/**
 * Like `Promise.all`, but settles only when all of the work has ended: a file in use cannot be removed on every system.
 */
export async function allOf<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
