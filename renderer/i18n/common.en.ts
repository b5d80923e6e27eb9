/** Words that several features use, in English. */
import type { Translation } from './zh.ts';

export const work: Translation['work'] = {
  cancel: 'Cancel: {{title}}',
  cancelled: 'Cancelled; nothing was changed',
  again: 'Compute',
  agreement: 'Computing the agreement…',
  exporting: 'Exporting…',
  stage: {
    reading: 'Reading files',
    gathering: 'Reading annotations',
    comparing: 'Comparing documents',
    resampling: 'Estimating intervals',
    finding: 'Looking for what identifies people',
    hiding: 'Replacing what identifies people',
    writing: 'Writing files',
    preparing: 'Preparing documents',
    keeping: 'Storing documents',
  },
};

export const app: Translation['app'] = {
  name: 'Meridian',
  loading: 'Opening…',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  delete: 'Delete',
  none: 'none',
};

export const language: Translation['language'] = {
  label: 'Language',
  zh: '中文',
  en: 'English',
  switch: 'Switch to Chinese',
};

export const theme: Translation['theme'] = {
  label: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'As the system',
  toDark: 'Switch to the dark theme',
  toLight: 'Switch to the light theme',
};

export const error: Translation['error'] = {
  crashed: 'This part of the window failed; the rest is unaffected.',
  kept: 'Kept',
  hint: 'What you can do',
  code: {
    'bad-request': 'The request was not valid',
    'not-found': 'Not found',
    'bad-input': 'The content cannot be read',
    'too-large': 'Too large',
    archived: 'The record is archived',
    conflict: 'Changed elsewhere meanwhile',
    locked: 'The workspace is locked',
    forbidden: 'Not allowed',
    'wrong-key': 'Wrong passphrase or key',
    'newer-version': 'Made by a newer version',
    corrupt: 'The data are damaged',
    'disk-full': 'The disk is full',
    io: 'Reading or writing failed',
    cancelled: 'Cancelled',
    'engine-down': 'Not available at the moment',
    internal: 'Internal error',
  },
};

export const type: Translation['type'] = {
  disease: 'Disease',
  symptom: 'Symptom',
  sign: 'Sign',
  finding: 'Finding',
  exam: 'Exam',
  drug: 'Drug',
  treatment: 'Treatment',
  department: 'Department',
  anatomy: 'Anatomy',
  cause: 'Cause',
  other: 'Other',
};

export const assertion: Translation['assertion'] = {
  present: 'Present',
  negated: 'Negated',
  uncertain: 'Uncertain',
  family: 'Family',
  historical: 'Historical',
  hypothetical: 'Hypothetical',
};

export const relation: Translation['relation'] = {
  SameAs: 'Same as',
  HasSymptom: 'Symptoms',
  HasSign: 'Signs',
  HasFinding: 'Findings',
  NeedsExam: 'Exams needed',
  TreatedByDrug: 'Drugs',
  TreatedBy: 'Treatments',
  HasComplication: 'Complications',
  CausedBy: 'Causes',
  LocatedIn: 'Location',
  InDepartment: 'Departments',
  DifferentialFrom: 'To be told apart from',
  IsA: 'Is a',
};

export const step: Translation['step'] = {
  BroaderThan: 'broader than',
  NegativeResult: 'negative result of',
  Documented: 'documented',
};

export const relationIn: Translation['relationIn'] = {
  SameAs: 'Same as',
  HasSymptom: 'Symptom of',
  HasSign: 'Sign of',
  HasFinding: 'Finding in',
  NeedsExam: 'Exam for',
  TreatedByDrug: 'Drug for',
  TreatedBy: 'Treatment of',
  HasComplication: 'Complication of',
  CausedBy: 'Cause of',
  LocatedIn: 'Location of',
  InDepartment: 'Treats',
  DifferentialFrom: 'To be told apart from',
  IsA: 'Narrower',
};

export const fact: Translation['fact'] = {
  en: 'English',
  icd10: 'ICD-10',
  sex: 'Sex',
  age: 'Age',
  frequency: 'Frequency',
  urgent: 'Urgent',
  description: 'Description',
};
