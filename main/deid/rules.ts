/** What de-identification knows in words: resources/rules/deid.json. Lists there are words with blanks between. */
import { z } from 'zod';
import { DeidField } from '../../shared/domain/deid.ts';
import { readResource } from '../resources.ts';

const Words = z.string().transform((line) => line.split(/\s+/).filter((word) => word !== ''));
const Chars = z.string().transform((line) => Array.from(line));

export const DeidRules = z
  .object({
    /** What stands before a value of a field: 姓名, 住院号. */
    labels: z.partialRecord(DeidField, Words),
    /** Labels that are ordinary words too: no Chinese character may stand before them. */
    borderedLabels: Words,
    /** Labels of other things: a value ends before them. */
    otherLabels: Words,
    /** Values that name nobody and no place: 患者本人, 不详. */
    notValues: Words,
    surnames: Words,
    /** Surnames that are ordinary words too: 于, 高. */
    ambiguousSurnames: Words,
    compoundSurnames: Words,
    notInGivenNames: Chars,
    /** Ordinary words that begin like a name: 高热, 任何. */
    notNames: Words,
    titles: Words,
    /** Characters that may stand before a surname with a title: 请王主任. */
    beforeTitled: Chars,
    relations: Words,
    /** How people are called by their surname: 段大爷. */
    honorifics: Words,
    /** Roles that a name follows without a colon: 主刀王平. */
    roles: Words,
    /** Characters of names put into Chinese sounds: 木拉提. */
    soundCharacters: Chars,
    subjects: Words,
    /** What follows the name of somebody who does something. */
    afterNames: Words,
    /** What follows a patient's name. */
    afterPatients: Words,
    provinces: Words,
    cities: Words,
    placeCues: Words,
    birthCues: Words,
    hospitalCues: Words,
    /** What stands before 医院 without naming one: 当地, 我. */
    notHospitals: Words,
    /** Types of a model's entities that stand for a field. */
    modelTypes: z.partialRecord(DeidField, Words),
    /** Names of fields in files, by the label they stand for. */
    fieldNames: z.record(z.string(), Words),
    surrogates: z.object({
      surnames: Words,
      compoundSurnames: Words,
      male: Chars,
      female: Chars,
      either: Chars,
      /** Places that are on no map. */
      provinces: Words,
      cities: Words,
      districts: Words,
      towns: Words,
      roads: Words,
      organisations: Words,
      latinGiven: Words,
      latinSurnames: Words,
      /** A block of mobile numbers that is given to nobody. */
      mobilePrefix: z.string().regex(/^1\d\d$/),
      /** Area codes of no place. */
      areaCodes3: Words,
      areaCodes4: Words,
      /** An area that no identity number was ever issued for. */
      idArea: z.string().regex(/^\d{6}$/),
      postcodePrefix: z.string().regex(/^\d\d$/),
      mailHost: z.string(),
    }),
  })
  .strict();
export type DeidRules = z.infer<typeof DeidRules>;

/** @throws Error that names the file when it is not what its schema says */
export function loadDeidRules(): DeidRules {
  const parsed = DeidRules.safeParse(JSON.parse(readResource('rules', 'deid.json')));
  if (!parsed.success) throw new Error(`resources/rules/deid.json: ${parsed.error.message}`);
  return parsed.data;
}
