/** Schemas of the text rules in resources/rules. All linguistic knowledge is data; the code only applies it. */
import { z } from 'zod';
import { EntityType } from '../../shared/domain/graph.ts';
import { Assertion, SectionKind } from '../../shared/domain/mention.ts';
import type { ValueReader } from './values/read-values.ts';

const Words = z.array(z.string().min(1));

export const HeadingRules = z.object({
  /**
   * `strong` headings are unambiguous: at the start of a line they need only white space after them, and before a
   * colon they may follow any character. `weak` ones are also ordinary words: they need a border before, and a
   * colon, brackets or a line of their own.
   */
  headings: z.partialRecord(
    SectionKind,
    z.object({ strong: Words.default([]), weak: Words.default([]) }).strict(),
  ),
  /** Headings of one letter; they need a line of their own start, a colon, and no digit after it (P: 84). */
  letters: z.record(z.string().length(1), SectionKind),
  /** Headings that inside a section of these kinds are part of it and open no new section. */
  inside: z.record(z.string(), z.array(SectionKind)),
  /** Last words of headings that are not listed, at the start of a line and before a colon (跟这几个病区分一下：). */
  endings: z.partialRecord(SectionKind, Words),
  /** Words that begin a section at the start of a line without any mark after them (鉴别方面…). */
  spoken: z.partialRecord(SectionKind, Words),
  /** Characters of words for relatives, which head lines of a family history. */
  relatives: z.string(),
  /** Sentences that end a section of history although they have no heading. */
  content: z.object({
    within: z.array(SectionKind),
    /** Words of a history, which keep their sentence in it. */
    history: Words,
    /** First words of a sentence. */
    openings: z.array(z.object({ kind: SectionKind, words: Words })),
    /** Words of which a sentence has at least so many different ones. */
    kinds: z.partialRecord(SectionKind, z.object({ least: z.int(), words: Words })),
  }),
});
export type HeadingRules = z.infer<typeof HeadingRules>;

/** Assertions that a trigger can give; `present` is the default. */
export const CueAssertion = Assertion.exclude(['present']);
export type CueAssertion = z.infer<typeof CueAssertion>;

/**
 * Extent of a trigger's scope.
 * - `adjacent`: the mention right beside it and those enumerated with it
 * - `clause`: to the comma
 * - `closed-list`: to the comma, and past commas when only mentions follow up to a closing word (等)
 * - `list`: to the comma, and past commas while only mentions follow
 * - `semicolon`: to the semicolon or full stop
 * - `sentence`: to the full stop
 */
export const Scope = z.enum(['adjacent', 'clause', 'closed-list', 'list', 'semicolon', 'sentence']);
export type Scope = z.infer<typeof Scope>;

export const TriggerGroup = z
  .object({
    about: z.string(),
    assertion: CueAssertion,
    /** Position of the trigger: before or after its mentions; `edge` is after them and ends the clause. */
    position: z.enum(['before', 'after', 'edge']),
    scope: Scope,
    /** Most code units between the trigger and a mention. */
    reach: z.number().int().nonnegative(),
    /** Without a mention before it, applies to the disease that heads the paragraph (肺栓塞：…，可排除). */
    verdict: z.boolean().default(false),
    /** Says nothing within a condition or a plan (如增大需活检排除…). */
    factual: z.boolean().default(false),
    /** Words that void the trigger when they stand before it in its clause: 需…排除 rules nothing out. */
    unless: Words.default([]),
    /** Words that void it when they stand right before it: 向|其子 tells a relative something. */
    notBefore: Words.default([]),
    /** Words that void it between it and its first mention: 妈妈|给他洗澡看见… */
    unlessThen: Words.default([]),
    /** Restricts the trigger to these types of mention. */
    types: z.array(EntityType).optional(),
    /** Restricts the trigger to these kinds of section; text without sections counts as `none`. */
    sections: z.array(z.union([SectionKind, z.literal('none')])).optional(),
    notSections: z.array(z.union([SectionKind, z.literal('none')])).optional(),
    words: Words,
  })
  .strict();
export type TriggerGroup = z.infer<typeof TriggerGroup>;

export const AssertionRules = z
  .object({
    triggers: z.array(TriggerGroup),
    /** Pseudo-triggers: words that contain a trigger but are none. */
    pseudo: z.record(z.string(), Words),
    /** Further pseudo-triggers: each first word joined with each second one. */
    pseudoPairs: z.array(z.object({ about: z.string(), first: Words, second: Words }).strict()),
    /** Words that end scopes of some assertions in both directions. */
    terminators: z.array(z.object({ about: z.string(), ends: z.array(CueAssertion), words: Words }).strict()),
    delimiters: z.object({
      stop: Words,
      semicolon: Words,
      comma: Words,
      list: Words,
      open: Words,
      close: Words,
      /** Quotation marks around a mention; ignored. */
      quote: Words,
      /** Words that close an enumeration (等). */
      closing: Words,
      /** Words that do not end an enumeration. */
      filler: Words,
    }),
    /**
     * In these sections a name before a colon, at most `reach` code units into its sentence, begins the description of a
     * disease. What follows is hypothetical up to a word for the patient. A paragraph that leaves the verdict open
     * (需查…除外), and has neither a word for the patient nor one of descriptions, speaks of the patient.
     */
    description: z
      .object({
        sections: z.array(SectionKind),
        /** Sections in which a disease that begins a sentence is what its verdict is about. */
        argued: z.array(z.union([SectionKind, z.literal('none')])),
        reach: z.number().int(),
        patient: Words,
        open: Words,
        typical: Words,
        /** Words before a colon that begin reasons about the patient: 定位：… */
        own: Words,
        /** Words right after a disease at the start of a sentence that begin a description without a colon. */
        verbs: Words,
        /** Words right after a complaint that measure it in the patient, within a description: 发热|才2天. */
        measured: Words,
      })
      .strict(),
    /**
     * Nouns after mentions of these types that are what a denial is about (无溶栓|禁忌 denies no thrombolysis), and
     * words that make a treatment a cause, which nobody plans (考虑曲马多|所致).
     */
    denied: z.object({ types: z.array(EntityType), nouns: Words, causes: Words }).strict(),
    /** Words before a treatment that goes on, whatever the section says of it (现服). */
    current: z.object({ reach: z.number().int(), types: z.array(EntityType), words: Words }).strict(),
    /** Assertion of all mentions of these types in a kind of section, unless a trigger has precedence. */
    sections: z.partialRecord(
      SectionKind,
      z.object({ assertion: CueAssertion, types: z.array(EntityType).optional() }).strict(),
    ),
  })
  .strict();
export type AssertionRules = z.infer<typeof AssertionRules>;

/** Contexts in which a match is no mention; all given parts must hold. */
export const BlockingContext = z
  .object({
    about: z.string().optional(),
    /** Names, or endings or beginnings of names. */
    names: Words.optional(),
    suffixes: Words.optional(),
    prefixes: Words.optional(),
    /** Types of all entities of the name. */
    types: z.array(EntityType).optional(),
    /** Words right before or after the match. */
    before: Words.optional(),
    after: Words.optional(),
    unlessAfter: Words.optional(),
  })
  .strict()
  .refine(
    (rule) => rule.names || rule.suffixes || rule.prefixes || rule.types,
    'needs names, suffixes, prefixes or types',
  )
  .refine((rule) => rule.before || rule.after, 'needs before or after');
export type BlockingContext = z.infer<typeof BlockingContext>;

/** Reading of a short name that stands only in some contexts. A name with such rules has no other readings. */
const Abbreviation = z
  .object({
    name: z.string().min(2),
    /** Preferred name of the entity. */
    of: z.string().min(1),
    /** Words of which one must stand in the line; absent: any context. */
    near: Words.optional(),
    /** Words right before or after it that make it something else. */
    notBefore: Words.optional(),
    notAfter: Words.optional(),
  })
  .strict();
export type Abbreviation = z.infer<typeof Abbreviation>;

const CompoundRules = z
  .object({
    /** Words after a part of the body that make it none: 心脏|专科. */
    silent: Words,
    /** Nouns that make a name with the part of the body before them, by the type of the whole. */
    heads: z.array(z.object({ type: EntityType, words: Words }).strict()),
    /** Adjectives between the part of the body and the noun: 胸腔|少量|积液. */
    modifiers: Words,
    /** Words after such a noun that make it another one: 炎|症. */
    notAfter: Words,
    /** Parts of names of operations, and most characters on either side of them. */
    operations: Words,
    operationReach: z.number().int(),
    /** Patterns of words that make a test of the name before them: 风湿|三项. */
    tests: Words,
    /** Fluids that belong to the name of the blood test behind them, 尿|Hb, and patterns of tests to which they do not. */
    fluids: Words,
    notOfFluids: Words,
    /** Patterns of operations on the condition before them: 息肉|摘除. */
    removals: Words,
    /** Adjectives that a condition has before it: 应激性|溃疡. */
    adjectives: Words,
    /** General names that mean all of the body, unless a part stands before them: 声门|水肿. */
    general: Words,
  })
  .strict();
export type CompoundRules = z.infer<typeof CompoundRules>;

const TypeWeights = z.partialRecord(EntityType, z.number());

export const LinkingRules = z
  .object({
    /** Names too general to be linked. */
    stop: z.record(z.string(), Words),
    /** Shortest name in code units per type; `default` for the others. */
    minUnits: z.object({ default: z.number().int() }).catchall(z.number().int()),
    /** Shortest name of letters, digits and punctuation only, per type. */
    minAlphabeticUnits: z.object({ default: z.number().int() }).catchall(z.number().int()),
    /** Deepest nesting of mentions that is kept. */
    maxDepth: z.number().int(),
    /** Names up to this many units are kept inside another mention only at its start or end. */
    nestedEdgeUnits: z.number().int(),
    /** Types whose mentions yield to partially overlapping ones of other types. */
    yielding: z.array(EntityType),
    blocking: z.array(BlockingContext),
    /** Conditions inside longer names that these do not state. */
    nesting: z
      .object({
        conditions: z.array(EntityType),
        /** Types of longer names that state no condition. */
        silent: z.array(EntityType),
        /** Parts of names of operations, which state what is operated on. */
        operations: Words,
        /** Words after the condition that make it another thing: 肺炎|支原体. */
        before: Words,
        /** Words after a condition other than a disease that make it an adjective: 疱疹|性. */
        adjectives: Words,
        /** Words before the condition that do: 类|白血病. */
        after: Words,
        /** Words after a part of the body that make it none: 胰岛|素. */
        parts: Words,
      })
      .strict(),
    compounds: CompoundRules,
    /** Words of degree and course that may stand inside a name: 面色|稍|苍白. */
    modifiers: Words,
    abbreviations: z.array(Abbreviation),
    choice: z
      .object({
        /** Points for a preferred name, per point of section or context, and per factor of ten in degree. */
        preferred: z.number(),
        section: z.number(),
        context: z.number(),
        degree: z.number(),
        /** Points of each type: what may cause an illness is seldom written of as a cause. */
        types: TypeWeights,
        sections: z.partialRecord(SectionKind, TypeWeights),
        contexts: z.array(
          z
            .object({
              about: z.string(),
              side: z.enum(['before', 'after']),
              /** Most code units between mention and word. */
              reach: z.number().int(),
              /** Whether the word must follow a number, as a unit does. */
              afterNumber: z.boolean().default(false),
              weights: TypeWeights,
              words: Words,
            })
            .strict(),
        ),
      })
      .strict(),
  })
  .strict();
export type LinkingRules = z.infer<typeof LinkingRules>;

export const PatientRules = z
  .object({
    male: Words,
    female: Words,
    /** Characters beside a word of sex that make it another word (1子1女, 女儿, 女婿). */
    notBefore: Words,
    notAfter: Words,
    /** Words for the patient. */
    subjects: Words,
    /** Words for patients whose age is counted in days or months. */
    children: Words,
    /** Stages of life before the sex (老年男性). */
    stages: Words,
    /** Last characters of words for relatives, whose age is not the patient's. */
    relatives: Words,
    /** Words that occur only in women's records. */
    femaleOnly: Words,
  })
  .strict();
export type PatientRules = z.infer<typeof PatientRules>;

export interface LinkerRules {
  readonly linking: LinkingRules;
  readonly headings: HeadingRules;
  readonly assertion: AssertionRules;
  readonly patient: PatientRules;
  readonly values: ValueReader;
}
