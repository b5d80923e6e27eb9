/** A project's name as one that every system takes for a file. */
export function fileNameOf(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: some systems refuse them
  return name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').slice(0, 100);
}
