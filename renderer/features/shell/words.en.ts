/** Words of the window around the views, in English. */
import type { Translation } from '../../i18n/zh.ts';

export const view: Translation['view'] = {
  editor: 'Records',
  annotate: 'Annotate',
  train: 'Train',
  graph: 'Graph',
  settings: 'Settings',
};

export const palette: Translation['palette'] = {
  open: 'Search records, entities, commands',
  placeholder: 'Search all records, entities and commands; type > for commands only',
  commands: 'Commands',
  entities: 'Entities',
  documents: 'Records',
  nothing: 'Nothing matches. Try another word, or type > to see all commands.',
  results: 'Search results',
  hits: '{{n}} hits',
  keys: '↑↓ choose   Enter open   Esc close',
};

export const status: Translation['status'] = {
  bar: 'Status bar',
  linker: 'Dictionary {{names}} names · {{entities}} entities',
  engine: {
    starting: 'engine starting',
    ready: 'engine ready',
    restarting: 'engine restarting',
    stopped: 'engine stopped',
  },
  lost: 'not connected',
  mentions: '{{n}} mentions',
  chars: '{{n}} characters',
  layerOf: 'layer of {{person}}',
  gold: 'gold layer',
  items: '{{spans}} spans · {{relations}} relations',
  documents: '{{done}} / {{n}} documents done',
  saved: 'saved {{time}}',
  unchanged: 'unchanged',
  dirty: 'not saved yet',
  saving: 'saving…',
  failed: 'not saved, will try again',
  conflict: 'conflict',
  annotating: 'annotating…',
  model: 'model {{name}}',
  modelHint: 'highlights besides the dictionary',
  modelFailed: 'model not available',
  job: '{{title}} {{percent}}',
  training: 'Training {{done}}',
  interrupted: 'Run “{{name}}” was interrupted, can resume',
  experiment: 'Experiment {{done}} / {{total}}',
  experimentInterrupted: 'Experiment “{{name}}” was interrupted, can resume',
  mixedEol: 'mixed line ends',
  mixedEolHint:
    'This file mixes kinds of line ends; once edited, saving turns them all into the most frequent one.',
};

export const banner: Translation['banner'] = {
  lost: 'The connection to the application was lost; reconnecting. The text on screen stays here and is saved afterwards. If Meridian was started again, open the new address it gave.',
  restarting:
    'The analysis engine is restarting; highlights and suggestions come back shortly. Editing and saving go on.',
  stopped: 'The analysis engine has stopped. Editing and saving go on.',
  restart: 'Restart the engine',
};

export const unlock: Translation['unlock'] = {
  title: 'The workspace is locked',
  body: 'Records and graph are kept encrypted on this computer. Enter the passphrase to open them.',
  keyfile:
    'The key file of the workspace was not found: {{path}}. Put it back (or plug in the disk that holds it) and try again.',
  keychain: "The system keychain did not give the workspace's key. Unlock the keychain and try again.",
  passphrase: 'Passphrase',
  submit: 'Open',
  wrong: 'The passphrase is wrong; no data was touched. Try again.',
  path: 'Location: {{path}}',
};

export const tour: Translation['tour'] = {
  next: 'Next',
  previous: 'Back',
  finish: 'Done',
  skip: 'Skip for good',
  textTitle: 'Entities are marked as you write',
  text: 'Diseases, symptoms, drugs and more are marked while you type; struck through means negated, the legend below shows the rest. {{next}} goes from one to the next, {{card}} explains it.',
  diagnosisTitle: 'Suggestions with their evidence',
  diagnosis:
    'Each lists what speaks for it, what against and what is missing; a click shows the words. Suggestions only support you and never write into the record.',
  searchTitle: 'One search for everything',
  search:
    '{{palette}} searches the full text of all records, the graph and the commands. All data stay on this computer; nothing ever goes online.',
};
