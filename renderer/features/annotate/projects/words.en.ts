/** Words of the pages of an annotation project, in English. */
import type { Translation } from '../../../i18n/zh.ts';

export const project: Translation['project'] = {
  tabs: '{{name}} ({{n}})',
  noneYet: 'There is no project for you yet. Ask an adjudicator or an administrator.',
  copies: '{{done}} of {{total}} layers done',
  size: 'Length',
  work: 'Progress',
  legend: '○ not begun   ◐ in progress   ● finished',
  layer: '{{person}}: {{state}}, {{n}} items',
  suggestions: '{{n}} suggestions open',
  changedAt: 'last changed {{at}}',
  nobody: 'Given to nobody: any member may label it',
  membersHelp: 'Members may label documents of this project. Documents given out already stay as they are.',
  overlapHelp: 'With 2 or more, agreement can be measured and differences adjudicated.',
  orderHelp: 'All but “As listed” and “Random” follow the model in use; train one under Learning.',
  deleteHelp: 'Documents, all annotations and the history go with it. This cannot be undone.',
  look: 'Style',
  key: 'Key',
  retrain: 'Automatic training',
  retrainOff: 'Off',
  retrainAfter: 'After every {{n}} documents',
  retrainHelp:
    'In the background, while people go on labelling. A model that is no better does not take over.',
};
