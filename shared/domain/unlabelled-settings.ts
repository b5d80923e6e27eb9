/** Settings of self-training: a tagger learns from texts without labels too. */
import { z } from 'zod';

export const UnlabelledSettings = z.object({
  /** Corpus of the workspace, by name, whose sentences taggers mark where they are sure; absent: none. */
  unlabelled: z.string().min(1).max(4096).optional(),
  /** Tagger of the workspace, by name, mostly an ensemble, that marks them; absent: taggers trained for it. */
  teacher: z.string().min(1).max(4096).optional(),
});

/** Taggers that mark sentences; each is trained on all folds of the labelled texts but one. */
export const TEACHERS = 5;
/** Returns how many taggers a run trains to mark sentences. */
export const teachersToTrain = ({
  unlabelled,
  teacher,
}: {
  readonly unlabelled?: string | undefined;
  readonly teacher?: string | undefined;
}): number => (unlabelled === undefined || teacher !== undefined ? 0 : TEACHERS);

/** Copies of the labelled texts beside the marked sentences. */
export const LABELLED_COPIES = 3;
/** Texts that the last tagger reads, as a multiple of what a tagger of the labelled texts reads. */
const STUDENT_READS = 4;

/** Returns the passes over labelled texts and marked sentences. */
export const studentEpochs = (epochs: number, labelled: number, marked: number): number =>
  Math.min(
    epochs,
    Math.max(1, Math.round((STUDENT_READS * epochs * labelled) / (LABELLED_COPIES * labelled + marked))),
  );
