/**
 * Word lists of de-identification, from resources/rules/deid.json; each list is one string with blanks between
 * words.
 */
import { z } from 'zod';
import { DeidField } from '../../shared/domain/deid.ts';
import { readResource } from '../resources.ts';

const Words = z.string().transform((line) => line.split(/\s+/).filter((word) => word !== ''));
const Chars = z.string().transform((line) => Array.from(line));

export const DeidRules = z
  .object({
    /** Labels of each field: 姓名, 住院号. */
    labels: z.partialRecord(DeidField, Words),
    /** Labels that are also ordinary words: no Chinese character may precede them. */
    borderedLabels: Words,
    /** Labels of other values: a value ends before them. */
    otherLabels: Words,
    /** Values that name no person or place: 患者本人, 不详. */
    notValues: Words,
    surnames: Words,
    /** Surnames that are also ordinary words: 于, 高. */
    ambiguousSurnames: Words,
    compoundSurnames: Words,
    notInGivenNames: Chars,
    /** Ordinary words that begin like a name: 高热, 任何. */
    notNames: Words,
    titles: Words,
    /** Characters allowed before a surname with a title: 请王主任. */
    beforeTitled: Chars,
    relations: Words,
    /** Forms of address after a surname: 段大爷. */
    honorifics: Words,
    /** Roles followed by a name without a colon: 主刀王平. */
    roles: Words,
    /** Characters of transliterated names: 木拉提. */
    soundCharacters: Chars,
    subjects: Words,
    /** Words that follow the name of someone acting. */
    afterNames: Words,
    /** Words that follow a patient's name. */
    afterPatients: Words,
    provinces: Words,
    cities: Words,
    placeCues: Words,
    birthCues: Words,
    hospitalCues: Words,
    /** Words before 医院 that name none: 当地, 我. */
    notHospitals: Words,
    /** Entity types of models that correspond to a field. */
    modelTypes: z.partialRecord(DeidField, Words),
    /** Names of file fields, by the label they correspond to. */
    fieldNames: z.record(z.string(), Words),
    surrogates: z.object({
      surnames: Words,
      compoundSurnames: Words,
      male: Chars,
      female: Chars,
      either: Chars,
      /** Fictional place names. */
      provinces: Words,
      cities: Words,
      districts: Words,
      towns: Words,
      roads: Words,
      organisations: Words,
      latinGiven: Words,
      latinSurnames: Words,
      /** Unassigned block of mobile numbers. */
      mobilePrefix: z.string().regex(/^1\d\d$/),
      areaCodes3: Words,
      areaCodes4: Words,
      /** Area code never used in identity numbers. */
      idArea: z.string().regex(/^\d{6}$/),
      postcodePrefix: z.string().regex(/^\d\d$/),
      mailHost: z.string(),
    }),
  })
  .strict();
export type DeidRules = z.infer<typeof DeidRules>;

/** @throws Error that names the file when it violates its schema */
export function loadDeidRules(): DeidRules {
  const parsed = DeidRules.safeParse(JSON.parse(readResource('rules', 'deid.json')));
  if (!parsed.success) throw new Error(`resources/rules/deid.json: ${parsed.error.message}`);
  return parsed.data;
}
