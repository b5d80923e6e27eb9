/** What verifying finds. */

/** What is not as it should be: the object as the audit table names it, and the reason in both languages. */
export interface Finding {
  readonly object: string;
  readonly reason: string;
}

export const finding = (object: string, english: string, chinese: string): Finding => ({
  object,
  reason: `${english} (${chinese})`,
});

/** Null for each thing that is as it should be. Others may write between two yields: no statement stays open. */
export type Findings = Generator<Finding | null, void, undefined>;
