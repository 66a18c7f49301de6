/** The package that a module belongs to, as its folder relative to the project's root; null for our own modules. */
export function packageFolderOf(module: string): string | null {
  const found = /(?:^|[/\\\0])(node_modules[/\\](?:.*[/\\]node_modules[/\\])?(?:@[^/\\]+[/\\])?[^/\\?]+)/.exec(module);
  return found?.[1]?.replaceAll('\\', '/') ?? null;
}
