/**
 * Like `Promise.all`, but whatever happens, nothing is under way any more when it settles: a file that is in use
 * cannot be removed everywhere.
 */
export async function allOf<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
