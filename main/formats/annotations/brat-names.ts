/** Names of types as brat's files can hold them, the same everywhere, and no two the same. */
const UNFIT = /[\s\p{Cc}\p{Cs}[\]#!<>|,:=;]/gu;

export class BratNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  of(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const safe = name.replace(UNFIT, '_').replace(/^-/, '_');
    let free = safe;
    for (let n = 2; this.#taken.has(free); n++) free = `${safe}_${n}`;
    this.#taken.add(free);
    this.#names.set(name, free);
    return free;
  }
}
