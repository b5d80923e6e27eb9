/** Names for data sets out of the names of their files. */

/** `train.jsonl.gz` → `train`; a number where the name is taken already. */
export function suggestNames(
  files: readonly { readonly name: string }[],
  taken: readonly string[],
): string[] {
  const names = new Set(taken);
  return files.map(({ name }) => {
    const stem = name.replace(/(\.(jsonl|ndjson|json|csv|tsv|txt|gz))+$/i, '') || name;
    let free = stem;
    for (let n = 2; names.has(free); n++) free = `${stem} (${n})`;
    names.add(free);
    return free;
  });
}
