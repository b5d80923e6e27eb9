/** Something wrong: the object as the audit table names it, and the reason. */
export interface Finding {
  readonly object: string;
  readonly reason: string;
}

export const finding = (object: string, english: string, chinese: string): Finding => ({
  object,
  reason: `${english} (${chinese})`,
});

/** Yields null for each thing that is right. Others may write between two yields: no statement stays open. */
export type Findings = Generator<Finding | null, void, undefined>;
