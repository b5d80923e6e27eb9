/**
 * Detects names, addresses, organisations and dates in English wording, by cues and capitals: husband Marco Bellini,
 * Rm 17C, Tower 2, works at Lingjing Tech. Reads the text as written, since folding drops capitals.
 */
import type { DeidField } from '../../../shared/domain/deid.ts';
import { anyOf, type Candidate, candidate } from '../candidates.ts';
import { isOrdinaryLatin } from '../latin-words.ts';
import type { StrictDetector, StrictRules } from './reading.ts';

const WORD = "(?:[A-Z][a-zà-ÿ]*['’-])?[A-Z][a-zà-ÿ]+(?:[A-Z][a-zà-ÿ]+)?";
const PARTICLE = '(?:de|van|von|der|den|bin|binti|al|da|di|la|le|el)';
/** One to four parts: A. Kwok, Hendrik de Vries, CHAN Tai Man. */
const NAME = `(?:(?:[A-Z]\\.[ ]?){1,2}|[A-Z]{2,}[ ])?${WORD}(?:[ ](?:[A-Z]\\.|(?:${PARTICLE}[ ]){1,2}${WORD}|${WORD}|(?!(?:MD|RN|NP|DO|MBBS|MBChB|BDS|DDS|FRC[PS])(?![A-Za-z]))[A-Z]{2,}(?![a-z\\d])))*`;
const TWO = `(?:[A-Z]\\.[ ]?|${WORD}[ ]|[A-Z]{2,}[ ])(?:[A-Z]\\.[ ]?|${PARTICLE}[ ])*${WORD}(?:[ ]${WORD})?`;
const ALONE = new RegExp(`(?<![\\w.])${NAME}(?![\\w])`, 'gu');
const RELATIVES =
  '[Hh]usband|[Ww]ife|[Mm]other|[Ff]ather|[Ss]on|[Dd]aughter|[Ss]ister|[Bb]rother|[Pp]artner|[Ff]ianc[eé]e?|[Ff]riend|[Cc]are(?:r|giver|taker)|[Gg]uardian|[Mm]u?o?m|[Dd]ad|[Uu]ncle|[Aa]unt|[Nn]ephew|[Nn]iece|[Cc]ousin|[Nn]eighbou?r|[Cc]olleague|[Hh]elper|NOK|[Nn]ext of kin|[Ee]mergency contact|[Cc]ontact';
const STAFF =
  '[Dd]octor|[Cc]onsultant|[Pp]hysician|[Ss]urgeon|[Nn]urse|[Tt]herapist|[Pp]rovider|[Aa]ttending|[Rr]egistrar|[Rr]esident|[Ii]nterpreter|[Cc]oordinator|[Rr]eviewer|(?:[Ss]een|[Rr]eviewed|[Ss]igned|[Rr]eferred|[Pp]erformed|[Vv]erified|[Rr]eported|[Dd]ictated|[Aa]uthorised|[Aa]uthorized|[Cc]hecked) by|e-?signed|[Ss]igned|PT|OT|SLP|RN|PI|CRA|CRC|Sub-I|MO|HO|Author|Reporter|Attn\\.?|Dear';
const PATIENTS = '[Pp]atient(?: [Nn]ame)?|Pt\\.?|Name|Re|RE|Client|Subject';
const DEGREE = '(?:,? (?:MD|MBBS|MBChB|RN|FRCP|FRCS|FHKAM|PhD|NP|PA-C|DO|DDS|BDS)(?![A-Za-z]))';

const ROAD =
  '(?:Road|Rd\\.?|Street|St\\.?|Avenue|Ave\\.?|Lane|Lu|Jie|Garden|Gardens|Court|Estate|House|Building|Bldg\\.?|Tower|Drive|Terrace|Village|Villas?|Mansions?|Centre|Center|Plaza|Residences?|Apartments?|Heights|Bay|District|Square|Park)';
const PART = `(?:(?:Rm|Room|Flat|Unit|Apt|Suite|Tower|Block|Blk|Floor|House|No)\\.?[ ]?[A-Z]?\\d+[A-Z]?|\\d{1,5}[A-Z]?(?:/F)?[ ]?|[A-Z][\\w'-]*)`;
const ADDRESS = new RegExp(
  `(?<![\\w])(?:(?:Rm|Room|Flat|Unit|Apt|Suite|Tower|Block|Blk)\\.?[ ]?[A-Z]?\\d+[A-Z]?|[A-Z][a-z]+[ ](?:St|Rd|Ave|Lu|Jie|Road|Street|Avenue)\\.?[ ]\\d{1,5}|\\d{1,3}/F|\\d{1,5}[ ](?:[A-Z][\\w'-]*[ ]){1,3}${ROAD})(?:,?[ ]${PART}){0,12}`,
  'gu',
);
const LIVES =
  /(?:lives?|living|resid(?:es|ing)|stays?|staying|[Hh]ome|[Aa]ddress) ?(?:at|in|:)? (?<place>[A-Z][^.;\n，。；]{3,60})/dgu;
const WORKS =
  /(?:works?|worked|working|employed|manager|engineer|teacher|clerk|driver|student|employer)(?: \w+){0,3}?(?: (?:at|for|with)|:)(?: the)? (?<place>[A-Z][\w&'-]*(?: [A-Z&][\w&'-]*){0,4})/dgu;
const ORGANISATION =
  /(?<![\w])(?:[A-Z][\w'-]+ )(?:(?:[A-Z][\w'-]+|of|and|&) ){0,4}?(?:Hospital|Clinic|Dental|Optical|Pharmacy|Medical Cent(?:er|re)|Health(?:care)?|Infirmary|Polyclinic|Laborator(?:y|ies)|University|School|College)(?: [A-Z][a-z]+)?(?![\w])/gu;
/** Hospital by its initials or short name behind a verb of stay. */
const STAY =
  /(?:[Ss]een|[Tt]reated|[Aa]dmitted|[Rr]eferred|[Tt]ransferred|[Dd]ischarged|[Oo]perated|[Tt]hrombectomy|[Ss]urgery|[Ff]ollow(?:ed)?[- ]up)(?: \w+)? (?:at|from|to|in|with) (?<place>[A-Z]{2,6}(?:-[A-Z]{2,4})?(?![a-z\w])|(?:Mt|St)\. [A-Z][a-z]+|[A-Z][a-z]{3,}(?![a-z]))/dgu;
const DEPARTMENTS = /^(?:AED?|A&E|ICU|CCU|ER|ED|OPD|SOPD|GP|OT|OR|CT|MRI|PACU|NICU|HDU)$/;

const MONTHS =
  'January|February|March|April|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?';
const MONTH = new RegExp(
  `(?<=\\b(?:in|since|until|by|last|this|next|early|late|mid|from)[ -])(?:${MONTHS})(?:[ ](?:19|20)\\d{2})?(?![a-z])|(?<![A-Za-z])(?:${MONTHS})\\.?[ ]?${DAY}(?![\\d%]|\\.\\d|[a-z])|(?<![\\d.])(?:${DAY}|U[KN])[ -/]?(?:${MONTHS}|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)(?:[ ,/-]{0,2}(?:19|20)?\\d{2})?(?![a-z\\d])`,
  'gu',
);

export function englishDetector({ kin, roleWords, base }: StrictRules): StrictDetector {
  /** 女儿 Winnie: read in the folded text, where traditional characters are simplified. */
  const relative = new RegExp(`${anyOf([...kin, ...base.relations])}[ ]?[(:、]?[ ]?$`, 'u');
  const role = new RegExp(`${anyOf(roleWords)}[ ]?[(:、]?[ ]?$`, 'u');
  const cued: readonly (readonly [RegExp, DeidField])[] = [
    [
      new RegExp(`\\b(?:${RELATIVES})[ :,(]{1,3}(?:is |and )?(?:Mrs?\\.? |Ms\\.? )?(?<name>${NAME})`, 'dgu'),
      'contact',
    ],
    [new RegExp(`\\b(?:${STAFF})[ :,(]{1,3}(?:Dr\\.? |Prof\\.? )?(?<name>${NAME})`, 'dgu'), 'doctor'],
    [new RegExp(`\\b(?:${PATIENTS})[ :,(]{1,3}(?:Mrs?\\.? |Ms\\.? |Miss )?(?<name>${NAME})`, 'dgu'), 'name'],
    [new RegExp(`\\b(?:Mrs?|Ms|Miss|Mx)\\.? (?<name>${NAME})`, 'dgu'), 'name'],
    [new RegExp(`(?<name>${NAME})(?=\\s?(?:→|->))`, 'dgu'), 'doctor'],
    [new RegExp(`(?:→|->)\\s?(?<name>${NAME})`, 'dgu'), 'doctor'],
    // Gutierrez, Maria 71F; 16Petrov
    [new RegExp(`(?<name>${WORD}, ${WORD}|${TWO})(?=\\s\\d{1,3}\\s?(?:[MF]|yo|y/o)\\b)`, 'dgu'), 'name'],
    [new RegExp(`(?<=[、,:：\\s]\\d{1,3})(?<name>${WORD})(?![\\w])`, 'dgu'), 'name'],
    [new RegExp(`\\b(?:Dr|Prof|Sr|Sister)\\.? ?(?<name>${NAME})`, 'dgu'), 'doctor'],
    [new RegExp(`(?<![\\w])(?<name>${TWO})(?=${DEGREE})`, 'dgu'), 'doctor'],
  ];
  return ({ folded, written }) => {
    if (written === undefined || !/[A-Z][A-Za-z]/.test(written)) return [];
    const found: Candidate[] = [];
    const add = (start: number, end: number, field: DeidField, confidence: number): void => {
      if (end - start >= 2) found.push(candidate(start, end, field, confidence, 'english', end - start >= 4));
    };
    for (const [pattern, field] of cued)
      for (const match of written.matchAll(pattern)) {
        const [start, end] = match.indices?.groups?.name ?? [0, 0];
        const words = written.slice(start, end).split(' ');
        const stop = words.findIndex((word) => isOrdinaryLatin(word.toLowerCase()));
        const kept = (stop < 0 ? words : words.slice(0, stop)).join(' ');
        if (/[a-z]{2}/.test(kept)) add(start, start + kept.length, field, 0.62);
      }
    for (const { index, 0: words } of written.matchAll(ALONE)) {
      const before = folded.slice(Math.max(0, index - 8), index);
      if (words.split(' ').some((word) => isOrdinaryLatin(word.toLowerCase()))) continue;
      if (/(?<![a-z])(?:\d{1,3}|床[ ]?)$/.test(before) && words.length > 3)
        add(index, index + words.length, 'name', 0.5);
      else if (relative.test(before)) add(index, index + words.length, 'contact', 0.62);
      else if (role.test(before)) add(index, index + words.length, 'doctor', 0.62);
    }
    for (const { index, 0: words } of written.matchAll(ADDRESS))
      add(index, index + words.length, 'address', 0.6);
    for (const match of written.matchAll(LIVES)) addPlace(match, 'address', /\d|,| Lu\b| Road| Street/);
    for (const match of written.matchAll(WORKS)) addPlace(match, 'workplace');
    for (const match of written.matchAll(STAY)) addPlace(match, 'institution');
    for (const { index, 0: words } of written.matchAll(ORGANISATION))
      if (!/^(?:The|This|Your|Our|MRI|CT)\b/.test(words))
        add(index, index + words.length, 'institution', 0.55);
    // Bed at the beginning of a line of a hand-over: 12A Gutierrez, Maria 71F
    for (const { index, 0: words } of written.matchAll(
      /(?<=^|\n)\d{1,3}[A-Z]?(?=\s[^\n]{2,30}\s\d{1,3}[MF]\b)/gu,
    ))
      add(index, index + words.length, 'bed-number', 0.5);
    for (const { index, 0: words } of written.matchAll(MONTH))
      if (!/^\s?(?:mg|ml)/.test(folded.slice(index + words.length)))
        add(index, index + words.length, 'date', 0.5);
    return found;

    function addPlace(match: RegExpExecArray, field: DeidField, needs?: RegExp): void {
      const [start, end] = match.indices?.groups?.place ?? [0, 0];
      const words = (written ?? '').slice(start, end);
      if (DEPARTMENTS.test(words) || isOrdinaryLatin(words.toLowerCase()) || needs?.test(words) === false)
        return;
      add(start, start + words.trimEnd().length, field, 0.5);
    }
  };
}
