/** Makes one model of several trained ones. */
import type { ClassifiedDocument, TextSettings } from '../../../shared/domain/classification.ts';
import type { LabelledDocument, RunReport } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { type Member, membersOf } from '../io/ensemble-files.ts';
import { isEnsemble, labelsOf, MOST_MEMBERS, type ModelFiles } from '../io/model-files.ts';
import type { Executor } from '../runtime/program.ts';
import { fitClassifiers, type ParentLevel } from '../tasks/classify/fit-ensemble.ts';
import { fitTaggers } from '../tasks/ner/fit-ensemble.ts';

/** Labelled documents on which shares and thresholds are fitted; settings are those of the decision. */
export type EnsembleDev = { readonly devName: string } & (
  | { readonly task: 'ner'; readonly dev: readonly LabelledDocument[] }
  | {
      readonly task: TextSettings['task'];
      readonly dev: readonly ClassifiedDocument[];
      readonly settings: TextSettings;
    }
);

export interface MadeEnsemble {
  readonly files: ModelFiles;
  /** Scores on dev, by cross-fitting. */
  readonly report: Exclude<RunReport, { task: 'pretrain' }>;
}

/**
 * Ensembles among the members count as their members.
 * @throws AppError naming a member whose task or labels are not those of the first
 */
export async function makeEnsemble(
  given: readonly Member[],
  dev: EnsembleDev,
  options: {
    readonly executor: Executor;
    readonly between?: () => Promise<void>;
    readonly above?: ParentLevel;
  },
): Promise<MadeEnsemble> {
  const members = given.flatMap(singleModels);
  checkMembers(members, dev.task);
  return dev.task === 'ner' ? fitTaggers(members, dev, options) : fitClassifiers(members, dev, options);
}

function singleModels({ name, files }: Member): Member[] {
  const { config } = files;
  if (!isEnsemble(config)) return [{ name, files }];
  return membersOf(files).map((own, member) => ({ name: config.model.members[member]!.name, files: own }));
}

function checkMembers(members: readonly Member[], task: EnsembleDev['task']): void {
  const [first] = members;
  if (first === undefined || members.length > MOST_MEMBERS)
    throw new AppError('bad-request', 'models.needs-members', { most: MOST_MEMBERS });
  const kind = ({ files: { config } }: Member) =>
    JSON.stringify([
      config.task,
      'mode' in config.model ? config.model.mode : '',
      labelsOf(config).toSorted(),
    ]);
  const other = members.find((member) => member.files.config.task !== task || kind(member) !== kind(first));
  if (other !== undefined)
    throw new AppError('bad-request', 'models.members-of-kinds', { name: other.name, first: first.name });
}
