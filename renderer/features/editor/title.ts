/** A title for a text without one: its first line with something in it, at most 40 characters. */
export function titleOf(text: string): string | undefined {
  const line = text
    .slice(0, 2000)
    .split(/[\r\n]+/)
    .map((candidate) => candidate.trim())
    .find((candidate) => candidate !== '');
  if (line === undefined) return undefined;
  const characters = [...line];
  return characters.length <= 40 ? line : `${characters.slice(0, 39).join('')}…`;
}
