/** Templates of records and phrases of their sections, of a workspace. Places to fill in stand as `[[label]]`. */
import { z } from 'zod';

export const TEMPLATE_KINDS = [
  'admission',
  'first-course',
  'daily-course',
  'ward-round',
  'discharge',
  'operation',
  'consultation',
  'transfer',
  'informed-talk',
  'nursing',
  'emergency',
  'referral',
  'phrase',
] as const;
const Name = z.string().trim().min(1).max(100);

export const Template = z.object({
  kind: z.enum(TEMPLATE_KINDS),
  /** Heading of the section for which a phrase is meant. */
  section: z.string().trim().max(40).optional(),
  name: z.object({ zh: Name, en: Name }),
  text: z.string().min(1).max(20_000),
});
export type Template = z.infer<typeof Template>;

export const Templates = z.array(Template).max(500);

export const TemplateList = z.object({
  templates: Templates,
  /** Changes whenever the list does. */
  version: z.string(),
  /** False while they are those that come with the app. */
  changed: z.boolean(),
});
export type TemplateList = z.infer<typeof TemplateList>;

/** Stands in a place until it is filled in: no word that the record would be read by. */
const BLANK = '＿＿';

/** Returns the text as a snippet of TextMate's syntax: Tab walks through its places, which are blank. */
export function toSnippet(text: string): string {
  let place = 0;
  return text
    .split(/(\[\[[^[\]\n]{1,60}\]\])/)
    .map((part, index) => (index % 2 === 0 ? part.replace(/[\\$}]/g, '\\$&') : `\${${++place}:${BLANK}}`))
    .join('');
}
