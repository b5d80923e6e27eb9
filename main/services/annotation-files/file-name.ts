/** Returns a project's name as a file name that is valid on every system. */
export function fileNameOf(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: some systems refuse them
  return name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').slice(0, 100);
}
