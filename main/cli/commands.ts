/**
 * The commands: usage, examples and module of each. A module is loaded only when its command runs, so that help and
 * small commands need not load the engine.
 */
import { parseArgs } from 'node:util';
import { COMMON_OPTIONS, type CommandName, OPTIONS, type Options } from './options.ts';

export interface Command<Name extends CommandName = CommandName> {
  /** Lines of the usage, indented by two. */
  readonly usage: string;
  /** Arguments after the program's name. */
  readonly examples: readonly string[];
  readonly load: () => Promise<(args: readonly string[], options: Options<Name>) => Promise<void>>;
  /** Returns further lines of the help, such as settings with their defaults. */
  readonly settings?: () => Promise<string>;
  /** Whether every training setting is an option, too. */
  readonly takesSettings?: boolean;
}

export const COMMANDS: { readonly [Name in CommandName]: Command<Name> } = {
  kg: {
    usage: `  kg import FILE… [--format F] [--starter]   add graphs: triples, 39.net, xywy, ICD-10, synonyms, UMLS RRF, N-Triples
  kg stats | kg search QUERY [--type T] [--limit N] | kg show NAME|ID [--limit N] | kg undo SOURCE`,
    examples: ['kg import triples.tsv --format triples', 'kg search 糖尿病 --type Disease --limit 5'],
    load: async () => (await import('./kg.ts')).kg,
  },
  link: {
    usage: `  link INPUT                                 entities with assertion, one JSON line a document with --json`,
    examples: ['link record.txt --json', 'link - --workspace ./workspace'],
    load: async () => (await import('./texts.ts')).link,
  },
  diagnose: {
    usage: `  diagnose INPUT [--top N]                   ranked candidates with their evidence`,
    examples: ['diagnose records.jsonl.gz --top 5'],
    load: async () => (await import('./texts.ts')).diagnose,
  },
  demo: {
    usage: `  demo [INPUT] [--out FILE]                  a highlighted HTML report with suggestions`,
    examples: ['demo record.txt --out report.html'],
    load: async () => (await import('./texts.ts')).demo,
  },
  update: {
    usage: `  update FILE [--verify]                     install a signed update file, or only check it (.deb installations)`,
    examples: ['update meridian_0.2.0_amd64.update'],
    load: async () => (await import('./update.ts')).update,
  },
  docs: {
    usage: `  docs import FILE… | docs list
  docs export [ID…] --format txt|jsonl|html --out FILE [--mode mask|surrogate|shift] [--strict] [--identified]  de-identified unless --identified`,
    examples: [
      'docs import a.txt b.docx',
      'docs export 1 2 --format html --out records.html --mode mask --strict',
    ],
    load: async () => (await import('./documents.ts')).docs,
  },
  deid: {
    usage: `  deid INPUT --out PATH [--mode mask|surrogate|shift] [--patient-field F] [--strict]  a .txt or .jsonl[.gz] file, or a folder of them
       [--model NAME [--model-fields LABEL=FIELD,…]]  a model that knows persons or places, beside rules and graph
  deid --evaluate FILE.jsonl [--model NAME] [--strict]  recall and precision by field on labelled texts`,
    examples: [
      'deid records.jsonl --out shared.jsonl --mode surrogate --patient-field id',
      'deid --evaluate labelled.jsonl --model ner-a --model-fields PER=name',
    ],
    load: async () => (await import('./deid.ts')).deid,
  },
  data: {
    usage: `  data import FILE [--name N] [--task classify|diagnose --text FIELD --label FIELD [--separator S]] | data list | data delete NAME | data leakage TRAIN DEV`,
    examples: ['data import train.jsonl.gz --name train', 'data leakage train dev'],
    load: async () => (await import('./data.ts')).data,
  },
  convert: {
    usage: `  convert INPUT [--from F] --to F --out PATH [--scheme BIO|BIOES]   annotations from one format to another; says what is lost
        F: a format, as convert --help lists them; PATH: a file, a .zip, a folder`,
    examples: [
      'convert CMeEE_dev.json --to brat --out corpus.zip',
      'convert annotations/ --from brat --to conll --scheme BIOES --out train.bioes',
    ],
    load: async () => (await import('./convert.ts')).convert,
    settings: async () =>
      `formats: ${(await import('../../shared/domain/annotation.ts')).AnnotationFormat.options.join(', ')}`,
  },
  agreement: {
    usage: `  agreement FILE FILE… [--from F] [--seed N] [--limit N]   how well annotators agree, one file each: F1, κ, α, uα with intervals`,
    examples: ['agreement first.json second.json --from cmeee --seed 1'],
    load: async () => (await import('./agreement.ts')).agreement,
  },
  models: {
    usage: `  models list | show NAME | use NAME | unuse | rename NAME NEW | delete NAME
  models import FOLDER [--name N] | models export NAME --out DIR
  models ensemble NAME MODEL MODEL… [--data SET]  one model that averages several; shares are fitted on SET or their dev set
  models init --size tiny|mini|small|base --corpus FILE… --name N [--vocab wordpiece|character] [--vocab-size N] [--seed N]`,
    examples: [
      'models list',
      'models ensemble both svm avrnn --data dev',
      'models init --size tiny --corpus notes.txt --name mine --vocab wordpiece --vocab-size 4000',
    ],
    load: async () => (await import('./models.ts')).models,
  },
  train: {
    usage: `  train --task ner --train FILE|NAME --dev FILE|NAME [--network N] [--seed N] [--out NAME] [--config FILE.json]
        any other setting as a flag (--batch-size 16, --learning-rate 1e-3, --no-freeze-encoder …); Ctrl-C pauses
  train --task classify|diagnose --train FILE --dev FILE --text FIELD --label FIELD [--separator S] [--network N]
        one label a text, or several; FIELD may be a.b (also of a list's members) or a,b
  train … --vectors NAME|FILE [--freeze-vectors] [--no-character-vectors] | --front encoder --encoder NAME
        word vectors, or an encoder, in front of any network
  train --task ner … --lexicon none|graph|vectors|both [--lexicon-vectors NAME|FILE] [--freeze-lexicon] [--bigram-size N]
        words around each character (SoftLexicon): names of the graph with their types, words with vectors, bigrams
  train --task pretrain --corpus PATH… [--encoder NAME|tiny|mini|6x384|small|base] [--objective mlm|rtd|hybrid] [--packing] [--mask-share 0.15]
        [--length 128] [--steps N] [--evaluations N] [--out NAME]   an encoder goes on learning from texts without labels
  train --resume RUN                         goes on from the last checkpoint`,
    examples: [
      'train --task ner --train train.jsonl.gz --dev dev.jsonl.gz --network bilstm-crf --out ner-a',
      'train --resume 3',
    ],
    load: async () => (await import('./train.ts')).train,
    takesSettings: true,
    settings: async () => (await import('./settings-flags.ts')).settingsUsage(),
  },
  evaluate: {
    usage: `  evaluate --model NAME --data FILE|NAME [--int8]  precision, recall, F1 and errors by type
  evaluate --model NAME --data FILE --text FIELD --label FIELD [--separator S]  of a classifier: F1, hit@k, calibration error
  evaluate --model A --against B --data FILE|NAME [--samples N] [--seed N]  whether B differs from A: paired bootstrap over documents`,
    examples: [
      'evaluate --model ner-a --data dev.jsonl.gz --json',
      'evaluate --model ner-a --against ner-b --data dev.jsonl.gz --samples 10000',
    ],
    load: async () => (await import('./predict.ts')).evaluate,
  },
  predict: {
    usage: `  predict --model NAME INPUT [--int8]        entities with confidence, one JSON line a document with --json
  predict --model NAME INPUT [--top N] [--explain]  of a classifier: labels, the N most probable ones, and why
  predict --task ner|classify|diagnose INPUT by the model in use in the editor or the diagnosis panel`,
    examples: [
      'predict --model ner-a record.txt --int8',
      'predict --task diagnose record.txt --top 3 --explain',
    ],
    load: async () => (await import('./predict.ts')).predict,
  },
  embed: {
    usage: `  embed word2vec|glove CORPUS… --name NAME [--out FILE] [--unit char|word] [--dim N] [--skip-gram] …   trains word vectors
  embed list | rename NAME NEW | delete NAME | import FILE --name NAME [--dictionary FILE]
  embed neighbours NAME|FILE WORD… [--top N] | embed export NAME|FILE --out FILE [--format F]`,
    examples: ['embed word2vec corpus.txt --name my-vectors', 'embed neighbours my-vectors 发热 --top 5'],
    load: async () => (await import('./embed.ts')).embed,
    settings: async () => (await import('./embed-flags.ts')).EMBED_USAGE,
  },
  grid: {
    usage: `  grid run FILE.json|NAME | grid run --vary SETTING=A,B… --seeds 1,2,3 …  pipelines × seeds as one experiment; resumable
  grid report NAME [--format md|csv|latex|json] [--out FILE] | grid list | grid delete NAME`,
    examples: ['grid run docs/experiments/ner-grid.json', 'grid report my-grid --format md'],
    load: async () => (await import('./grid.ts')).grid,
    takesSettings: true,
    settings: async () => (await import('./grid.ts')).GRID_USAGE,
  },
  runs: {
    usage: `  runs list | show RUN | delete RUN | runs report RUN --format html|json --out FILE`,
    examples: ['runs list', 'runs report 3 --format html --out run.html'],
    load: async () => (await import('./runs.ts')).runs,
  },
  engine: {
    usage: `  engine info | calibrate | pin NAME|auto    what models run on: whether it works here, how fast and how right`,
    examples: ['engine info', 'engine pin auto'],
    load: async () => (await import('./engine.ts')).engine,
  },
  project: {
    usage: `  project create NAME [--schema FILE] | import NAME PATH… [--format F] [--person P|--gold] | import FILE | list | stats NAME
  project export NAME [--format F] --out PATH [--identified] | delete NAME    annotation projects, also whole ones as files`,
    examples: [
      'project create study --schema schema.json',
      'project export study --format brat --out study.zip',
    ],
    load: async () => (await import('./project.ts')).project,
    settings: async () => (await import('./project.ts')).PROJECT_USAGE,
  },
  people: {
    usage: `  people list | add NAME [--roles R,R…] | roles NAME R,R… | reset-password NAME | deactivate NAME | activate NAME
        R: clinician, annotator, adjudicator, administrator; passwords from --password-file FILE or standard input`,
    examples: ['people add 王医生 --roles clinician,annotator --password-file password.txt'],
    load: async () => (await import('./people.ts')).people,
  },
  audit: {
    usage: `  audit list [--object document:3|document] [--actor WHO] [--action A] [--since T] [--until T] [--limit N]
  audit verify (or audit --verify) | audit export --format csv|jsonl --out FILE [--object …]`,
    examples: [
      'audit list --object document:3 --since 2026-01-01',
      'audit export --format csv --out audit.csv',
    ],
    load: async () => (await import('./audit.ts')).audit,
  },
  workspace: {
    usage: `  workspace info | check | backup | restore FILE | key keyfile|passphrase | export-key --out FILE | import-key FILE`,
    examples: ['workspace backup', 'workspace check', 'workspace key passphrase --workspace ./workspace'],
    load: async () => (await import('./documents.ts')).workspace,
  },
};

/** Returns the name of the command among the arguments, be there such a command or not. */
export function commandName(argv: readonly string[]): string | undefined {
  const options = Object.assign({ lang: { type: 'string' } }, COMMON_OPTIONS, ...Object.values(OPTIONS));
  const { positionals } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: false });
  return positionals[0];
}

export const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);
