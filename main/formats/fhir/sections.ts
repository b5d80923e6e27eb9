/** Sections of a Composition as text, with the values and diagnoses that their narratives leave out. */
import type { TextSection } from '../clinical-text.ts';
import { conditionLine, observationLines } from './lines.ts';
import { reportLines } from './loose.ts';
import { narrativeText } from './narrative.ts';
import { parsed, type Resource, type Resources } from './resources.ts';
import {
  type Composition,
  Condition,
  codeIn,
  conceptWords,
  LOINC,
  Observation,
  type Section,
} from './schema.ts';

/** Headings of sections whose title is not Chinese, by LOINC code. */
const HEADINGS: Readonly<Record<string, string>> = {
  ...{
    '10154-3': '主诉',
    '10164-2': '现病史',
    '11348-0': '既往史',
    '29762-2': '个人史',
    '10157-6': '家族史',
  },
  ...{ '29545-1': '体格检查', '8716-3': '体格检查', '30954-2': '辅助检查', '48765-2': '过敏史' },
  ...{ '46241-6': '入院诊断', '11535-2': '出院诊断', '29548-5': '诊断', '11450-4': '诊断' },
  ...{ '18776-5': '诊疗计划', '8648-8': '诊疗经过', '10183-2': '出院医嘱', '10160-0': '用药情况' },
};

type Tell = (line: number, error: unknown) => void;

export function sectionsOf(
  resources: Resources,
  from: Resource,
  { text, section = [] }: ReturnType<typeof Composition.parse>,
  tell: Tell,
): TextSection[] {
  const sections = section.flatMap((one) => sectionText(resources, from, one, tell));
  if (sections.length > 0 || text?.div === undefined) return sections;
  return [{ heading: '', text: narrativeText(text.div, from.name) }];
}

function sectionText(resources: Resources, from: Resource, section: Section, tell: Tell): TextSection[] {
  const { title, code, text, entry = [], section: inner = [] } = section;
  const narrative = text?.div === undefined ? '' : narrativeText(text.div, from.name);
  const lines = entry.flatMap((reference) => {
    const resource = resources.find(reference, from);
    if (resource === undefined) return [];
    // The narrative stands for entries of any kind; without one, what no line can be made of stays unread.
    if (narrative !== '') resources.use(resource);
    try {
      return linesOf(resources, resource).filter((line) => !says(narrative, line));
    } catch (error) {
      tell(resource.line, error);
      return [];
    }
  });
  const body = [narrative, ...lines].filter((part) => part !== '').join('\n');
  return [
    { heading: headingOf(title ?? conceptWords(code), codeIn(code, LOINC)), text: body },
    ...inner.flatMap((one) => sectionText(resources, from, one, tell)),
  ];
}

const headingOf = (title: string, code: string | undefined): string =>
  /\p{Script=Han}/u.test(title) ? title : (HEADINGS[code ?? ''] ?? title);

function linesOf(resources: Resources, resource: Resource): string[] {
  switch (resource.type) {
    case 'Observation':
      resources.use(resource);
      return observationLines(parsed(Observation, resource), resource.name);
    case 'DiagnosticReport':
      resources.use(resource);
      return reportLines(resources, resource);
    case 'Condition':
      resources.use(resource);
      return [conditionLine(parsed(Condition, resource), resource.name).text];
    default:
      return [];
  }
}

/** Returns whether a narrative holds the name and the number or word of a line, or its diagnosis. */
function says(narrative: string, line: string): boolean {
  const [said = ''] = line.replace(/^\d{4}(?:-\d\d){0,2}(?: \d\d:\d\d)? /, '').split(/[（；↑↓]/);
  const [name = '', value = ''] = said.trim().split(/ (?=[^ ]*$)/);
  return narrative.includes(name) && narrative.includes(/^[\d./]+/.exec(value)?.[0] ?? value);
}
