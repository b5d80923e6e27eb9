/** Words of a trained predictor beside the suggestions, in English. */
import type { Translation } from './zh.ts';

export const prediction: Translation['prediction'] = {
  title: 'Trained model',
  version: 'trained {{time}}, Meridian {{version}}',
  probabilityHint: 'Probability that the model gives its label “{{label}}”, calibrated on dev',
  pin: 'Mark the words that moved “{{label}}”',
  unpin: 'Stop marking the words that moved “{{label}}”',
  agreeRank: 'Agrees with the graph (no. {{rank}})',
  agreeHint: 'The knowledge graph suggests this disease too',
  'only-model': 'Not suggested by the graph',
  'only-modelHint': 'The graph knows this disease, but the evidence is too thin to suggest it',
  unmatched: 'No disease of the graph',
  unmatchedHint: 'Neither name, ICD code nor linker find a disease for this label, so it cannot be compared',
  linkedBy: {
    name: 'Matched to a disease of the graph by name',
    code: 'Matched to a disease of the graph by ICD code',
    linker: 'Matched to a disease of the graph by the linker',
  },
  verdict: {
    agree: 'Agrees',
    agreeHint: 'The model gives this diagnosis too',
    doubt: 'Disagrees',
    doubtHint: 'The model has learnt this diagnosis and does not see it in this record',
    unknown: 'Not learnt',
    unknownHint: 'None of the model’s labels is this disease: its silence is no objection',
    silent: 'Not sure',
    silentHint: 'The model is not sure enough about this record to say anything',
  },
  abstained: {
    title: 'The model is not sure',
    unsure:
      'Its best guess, “{{label}}”, has only {{probability}}; below {{threshold}} the model says nothing.',
    precision: 'On dev, {{precision}} of what it did say was right.',
    never: 'On dev the model was never right as often as asked for, so it says nothing.',
    unfamiliar: 'The model does not know most of the characters of this record, so it says nothing.',
    empty: 'There is nothing to read in this record.',
  },
  readHead: 'The model read only the first {{part}} of {{whole}} characters',
  readEnds: 'The model read only {{part}} of {{whole}} characters, at the beginning and the end',
  all: 'Show all {{n}} labels',
  fewer: 'Show the main ones of {{n}} labels',
  words: {
    title: 'Words that moved it (click to see them in the record)',
    computing: 'Looking for the words that moved it …',
    failed: 'The words that moved it could not be found this time; choose it again to retry.',
    none: 'No words by themselves move it noticeably.',
    without: 'Without “{{words}}” its probability goes from {{before}} to {{after}}',
    for: 'Without “{{words}}” the model leans less towards it, though its probability stays about {{after}} (from {{before}})',
    against:
      'Without “{{words}}” the model leans more towards it, though its probability stays about {{after}} (from {{before}})',
  },
  failed: 'The trained model cannot be used',
};
