/** Results and diagnoses that belong to no Composition: one record for each patient and encounter. */
import type { ToldDiagnosis } from '../../../shared/domain/patient.ts';
import { composeText, headerLines, oneLine, timeWords } from '../clinical-text.ts';
import type { EmrRecord } from '../emr-json.ts';
import { attachmentText } from './attachment.ts';
import { conditionLine, observationLines, timeOf } from './lines.ts';
import { type Whose, whoseIs } from './people.ts';
import { parsed, type Resource, type Resources, refuseWrong } from './resources.ts';
import { Condition, codesOf, conceptWords, DiagnosticReport, Observation, type Reference } from './schema.ts';

const HEADINGS = { past: '既往史', signs: '体格检查', results: '辅助检查', diagnoses: '诊断' } as const;
type Part = keyof typeof HEADINGS;

interface Group extends Whose {
  readonly parts: Readonly<Record<Part, string[]>>;
  /** Dates and times of its resources. */
  readonly dates: string[];
}

interface Reading {
  /** DocumentReferences whose text is a record: what was derived from one is read in its text. */
  readonly texts: ReadonlySet<Resource>;
  readonly attempt: <Result>(resource: Resource, read: () => Result) => Result | undefined;
}

export function readLoose(resources: Resources, { texts, attempt }: Reading): EmrRecord[] {
  const groups = new Map<string, Group>();
  const groupOf = (resource: Resource, belongs: { subject?: Reference; encounter?: Reference }): Group => {
    const whose = whoseIs(resources, resource, belongs);
    const parts = { past: [], signs: [], results: [], diagnoses: [] };
    const group = groups.get(whose.key) ?? { ...whose, parts, dates: [] };
    groups.set(whose.key, group);
    return group;
  };
  const isRead = (references: readonly Reference[], from: Resource): boolean =>
    references.some((reference) => {
      const found = resources.find(reference, from);
      return found !== undefined && texts.has(found);
    });
  const each = (type: string, read: (resource: Resource) => void): void => {
    for (const resource of resources.of(type))
      if (!resources.isUsed(resource)) attempt(resource, () => read(resource));
  };
  each('DiagnosticReport', (resource) => {
    const lines = reportLines(resources, resource);
    const report = parsed(DiagnosticReport, resource);
    const group = groupOf(resource, belongingOf(report));
    group.parts.results.push(...lines);
    group.dates.push(timeOf(report) ?? '');
  });
  each('Observation', (resource) => {
    const observation = parsed(Observation, resource);
    if (isRead(observation.derivedFrom ?? [], resource)) return;
    refuseWrong(observation.status, resource);
    const lines = observationLines(observation, resource.name);
    const group = groupOf(resource, belongingOf(observation));
    const isSign = (observation.category ?? []).flatMap(codesOf).includes('vital-signs');
    group.parts[isSign ? 'signs' : 'results'].push(...lines);
    group.dates.push(timeOf(observation) ?? '');
  });
  each('Condition', (resource) => {
    const condition = parsed(Condition, resource);
    refuseWrong(codesOf(condition.verificationStatus)[0], resource);
    const { isPast, text } = conditionLine(condition, resource.name);
    const group = groupOf(resource, belongingOf(condition));
    const lines = group.parts[isPast ? 'past' : 'diagnoses'];
    lines.push(`${lines.length + 1}. ${text}`);
    group.dates.push(condition.recordedDate ?? '');
  });
  return [...groups.values()].map(recordOfGroup);
}

function recordOfGroup({ patient, encounter, parts, dates }: Group, i: number): EmrRecord {
  const dated =
    dates
      .filter((date) => date !== '')
      .sort()
      .at(-1) ?? encounter?.start;
  const name = parts.results.length + parts.signs.length > 0 ? '检查检验' : '诊断';
  const order: readonly Part[] = ['past', 'signs', 'results', 'diagnoses'];
  const sections = order.map((part) => ({ heading: HEADINGS[part], text: sorted(parts[part], part) }));
  return {
    id: `${name}-${i + 1}`,
    title: [patient?.name, name, dated?.slice(0, 10)]
      .filter((part) => part !== undefined && part !== '')
      .join(' '),
    text: composeText([name, ...headerLines(patient, encounter, dated)], sections),
    composed: true,
    ...(patient && { patient }),
    ...(encounter && { encounter }),
    ...(dated !== undefined && { dated: dated.slice(0, 40) }),
  };
}

/** Puts vital signs in the order of their times; results stay with their reports. */
const sorted = (lines: readonly string[], part: Part): string =>
  (part === 'signs' ? lines.toSorted() : lines).join('\n');

const belongingOf = ({
  subject,
  encounter,
}: {
  subject?: Reference | undefined;
  encounter?: Reference | undefined;
}) => ({
  ...(subject && { subject }),
  ...(encounter && { encounter }),
});

/** Returns the conclusion of a report and its results, which count as read. */
export function reportLines(resources: Resources, resource: Resource): string[] {
  const report = parsed(DiagnosticReport, resource);
  refuseWrong(report.status, resource);
  const { code, result = [], conclusion, conclusionCode = [], presentedForm = [] } = report;
  const at = timeOf(report);
  const said = conclusion ?? conclusionCode.map(conceptWords).join('，');
  const forms = said === '' && result.length === 0 ? [attachmentText(presentedForm, resource.name)] : [];
  const head = `${at === undefined ? '' : `${timeWords(at)} `}${oneLine(conceptWords(code))}：${oneLine(said)}`;
  const lines = result.flatMap((reference) => {
    const found = resources.find(reference, resource);
    if (found?.type !== 'Observation' || resources.isUsed(found)) return [];
    const observation = parsed(Observation, found);
    refuseWrong(observation.status, found);
    resources.use(found);
    const dated = timeOf(observation) === undefined && at !== undefined ? { effectiveDateTime: at } : {};
    return observationLines({ ...observation, ...dated }, found.name);
  });
  return [head, ...forms, ...lines];
}

/** Returns confirmed diagnoses whose evidence is a text of the file, by that text. They count as read. */
export function toldDiagnosis(
  resources: Resources,
  texts: ReadonlySet<Resource>,
): ReadonlyMap<Resource, ToldDiagnosis[]> {
  const told = new Map<Resource, ToldDiagnosis[]>();
  for (const resource of resources.of('Condition')) {
    const { data: condition } = Condition.safeParse(resource.value);
    if (condition === undefined || resources.isUsed(resource)) continue;
    const details = (condition.evidence ?? []).flatMap(({ detail = [] }) => detail);
    const text = details.map((one) => resources.find(one, resource)).find((one) => one && texts.has(one));
    const name = conceptWords(condition.code).slice(0, 500);
    const { recordedDate: at, note } = condition;
    const actor = condition.asserter?.display ?? condition.recorder?.display;
    const isConfirmed = codesOf(condition.verificationStatus).includes('confirmed');
    if (text === undefined || !isConfirmed || name === '' || at === undefined || actor === undefined)
      continue;
    const reason = note
      ?.flatMap((one) => one.text ?? [])
      .join('；')
      .slice(0, 1000);
    const diagnosis = { name, actor: actor.slice(0, 200), at: at.slice(0, 40), ...(reason && { reason }) };
    told.set(text, [...(told.get(text) ?? []), diagnosis]);
    resources.use(resource);
  }
  return told;
}
