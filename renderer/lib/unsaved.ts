/** Parts of the window that hold what is not saved yet; asked before somebody leaves it to somebody else. */
export interface UnsavedHolder {
  /** Something is waiting to be written. */
  unsaved(): boolean;
  /** Writes it now, as far as that is possible. */
  flush(): Promise<void>;
}

const holders = new Set<UnsavedHolder>();

/** Returns how to take it back. */
export function holdUnsaved(holder: UnsavedHolder): () => void {
  holders.add(holder);
  return () => void holders.delete(holder);
}

export const hasUnsaved = (): boolean => [...holders].some((holder) => holder.unsaved());

/** False when something could not be written. */
export async function flushUnsaved(): Promise<boolean> {
  await Promise.allSettled([...holders].map((holder) => holder.flush()));
  return !hasUnsaved();
}
