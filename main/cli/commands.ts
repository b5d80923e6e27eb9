/**
 * The commands: usage, examples and module of each. A module is loaded only when its command runs, so that help and
 * small commands need not load the engine.
 */
import { parseArgs } from 'node:util';
import { type Language, localeLanguage } from '../../shared/messages/language.ts';
import { COMMON_OPTIONS, type CommandName, OPTIONS, type Options, type RunOptions } from './options.ts';
import type { UsageLine } from './usage.ts';

export interface Command<Name extends CommandName = CommandName> {
  readonly usage: readonly UsageLine[];
  /** Arguments after the program's name. */
  readonly examples: readonly string[];
  readonly load: () => Promise<
    (args: readonly string[], options: Options<Name>, given: RunOptions) => Promise<void>
  >;
  /** Returns further lines of the help, such as settings with their defaults. */
  readonly settings?: () => Promise<readonly UsageLine[]>;
  /** Whether every training setting is an option, too. */
  readonly takesSettings?: boolean;
}

export const COMMANDS: { readonly [Name in CommandName]: Command<Name> } = {
  kg: {
    usage: [
      ['kg import FILE… [--format F] [--starter]', 'help.kg-import'],
      ['kg stats | kg search QUERY [--type T] [--limit N] | kg show NAME|ID [--limit N] | kg undo SOURCE'],
      ['kg neighbours NAME|ID… [--limit N]', 'help.kg-neighbours'],
      ['kg path FROM TO [--without RELATION…]', 'help.kg-path'],
      ['kg add NAME --type T [--name N…] [--fact KEY=VALUE…]', 'help.kg-add'],
      [
        'kg edit NAME|ID [--rename N] [--type T] [--name N…] [--remove-name N…] [--fact KEY=VALUE…] [--edge RELATION=NAME…] [--remove-edge RELATION=NAME…]',
        'help.kg-edit',
      ],
      ['kg remove NAME|ID… | kg merge NAME|ID INTO', 'help.kg-merge'],
      [
        'kg split NAME|ID --as NAME [--type T] [--name N…] [--fact KEY…] [--edge RELATION=NAME…]',
        'help.kg-split',
      ],
      ['kg edits [--limit N] | kg unedit [ID] | kg redo [ID]', 'help.kg-edits'],
      ['kg review [KIND [keep|retype|remove [KEY…] [--type T]]] [--limit N]', 'help.kg-review'],
      ['kg query QUERY|@FILE [--limit 100] [--out FILE.csv]', 'help.kg-query'],
      ['kg export --out FILE [--format tsv|ntriples|json]', 'help.kg-export'],
      ['kg complete [RELATION…] [--limit N]', 'help.kg-complete'],
      ['kg decide accepted|rejected|later|waiting ID…', 'help.kg-decide'],
    ],
    examples: [
      'kg import triples.tsv --format triples',
      'kg search 糖尿病 --type disease --limit 5',
      'kg edit 肺炎 --name 肺部感染 --edge HasSymptom=咳嗽',
    ],
    load: async () => (await import('./kg.ts')).kg,
  },
  phrases: {
    usage: [
      [
        'phrases mine --corpus PATH… --name NAME [--min-count N] [--max-length N] [--min-quality Q] [--seed N]',
        'help.phrases-mine',
      ],
      ['phrases list | phrases show LIST [QUERY] [--state S] [--origin O] [--long] [--limit N]'],
      ['phrases segment LIST NAME…', 'help.phrases-segment'],
      ['phrases edit LIST PARTS… [--state accepted|rejected|waiting]', 'help.phrases-edit'],
      ['phrases points LIST [on|off start|end CHARACTERS]', 'help.phrases-points'],
      ['phrases export LIST --out FILE | phrases import FILE --name NAME | phrases delete LIST'],
    ],
    examples: [
      'phrases mine --corpus corpus.txt --name my-phrases',
      'phrases segment my-phrases 再生障碍性贫血',
      "phrases edit my-phrases '再生障碍性|贫血' --state accepted",
    ],
    load: async () => (await import('./phrases.ts')).phrases,
  },
  link: {
    usage: [
      ['link INPUT [--model NAME]', 'help.link'],
      ['link --record ID [--model NAME]', 'help.link-record'],
      ['link --evaluate FILE [--model NAME]', 'help.link-evaluate'],
    ],
    examples: [
      'link record.txt --json',
      'link record.txt --model my-kebiolm',
      'link - --workspace ./workspace',
    ],
    load: async () => (await import('./texts.ts')).link,
  },
  diagnose: {
    usage: [
      ['diagnose INPUT [--top N]', 'help.diagnose'],
      ['diagnose --record ID [--top N]', 'help.diagnose-record'],
    ],
    examples: ['diagnose records.jsonl.gz --top 5'],
    load: async () => (await import('./texts.ts')).diagnose,
  },
  similar: {
    usage: [
      ['similar TEXT [--limit N]', 'help.similar'],
      ['similar --record ID [--limit N]', 'help.similar-record'],
    ],
    examples: ['similar 活动后胸闷气促三天 --limit 5', 'similar --record 3 --json'],
    load: async () => (await import('./similar.ts')).similar,
  },
  demo: {
    usage: [['demo [INPUT] [--out FILE]', 'help.demo']],
    examples: ['demo record.txt --out report.html'],
    load: async () => (await import('./texts.ts')).demo,
  },
  update: {
    usage: [['update FILE [--verify]', 'help.update']],
    examples: ['update meridian_0.2.0_amd64.update'],
    load: async () => (await import('./update.ts')).update,
  },
  docs: {
    usage: [
      ['docs import FILE… | docs list'],
      ['docs watch DIR', 'help.docs-watch'],
      ['docs search QUESTION [--limit N]', 'help.docs-search'],
      [
        'docs export [ID…] --format txt|jsonl|html|docx|record-docx|fhir-r4 --out FILE [--mode mask|surrogate|shift] [--level ordinary|strict|strictest | --strict|--no-strict] [--generalise age,month,province] [--second-look] [--remove-left RISK] [--leftovers FILE] [--decisions FILE] [--identified]',
        'help.docs-export',
      ],
    ],
    examples: [
      'docs import a.txt b.docx bundle.json',
      'docs search "高钾血症 有, Hb<80"',
      'docs export 1 2 --format html --out records.html --mode mask',
    ],
    load: async () => (await import('./documents.ts')).docs,
  },
  deid: {
    usage: [
      [
        'deid INPUT --out PATH [--mode mask|surrogate|shift] [--patient-field F] [--level ordinary|strict|strictest | --strict|--no-strict]',
        'help.deid',
      ],
      ['     ', 'help.deid-level'],
      ['     [--generalise age,month,province]', 'help.deid-generalise'],
      [
        '     [--second-look | --leftovers FILE] [--decisions FILE] [--remove-left high|medium|low]',
        'help.deid-look',
      ],
      ['     [--tagger|--no-tagger] [--model NAME [--model-fields LABEL=FIELD,…]]', 'help.deid-model'],
      [
        'deid --evaluate FILE.jsonl [--model NAME] [--level ordinary|strict|strictest | --strict|--no-strict] [--tagger|--no-tagger]',
        'help.deid-evaluate',
      ],
      ['deid --known staff|patients=FILE | deid --forget-known staff|patients', 'help.deid-known'],
    ],
    examples: [
      'deid records.jsonl --out shared.jsonl --mode surrogate --patient-field id',
      'deid records.jsonl --second-look --leftovers left.jsonl',
      'deid --evaluate labelled.jsonl --model ner-a --model-fields PER=name',
    ],
    load: async () => (await import('./deid.ts')).deid,
  },
  data: {
    usage: [
      [
        'data import FILE [--name N] [--task classify|diagnose --text FIELD --label FIELD [--separator S] [--parent FIELD] | --task pair|nli|ranking [--text-a FIELD --text-b FIELD] [--label FIELD] | --task normalisation] | data list | data delete NAME | data leakage TRAIN DEV',
      ],
    ],
    examples: ['data import train.jsonl.gz --name train', 'data leakage train dev'],
    load: async () => (await import('./data.ts')).data,
  },
  augment: {
    usage: [
      ['augment FILE --model NAME --out FILE.jsonl [--share 0.15] [--seed N]', 'help.augment'],
      ['augment FILE --model NAME [--share 0.15] [--seed N]', 'help.augment-preview'],
    ],
    examples: ['augment train.jsonl.gz --model my-encoder --share 0.15 --seed 1 --out augmented.jsonl'],
    load: async () => (await import('./augment.ts')).augment,
  },
  convert: {
    usage: [
      ['convert INPUT [--from F] --to F --out PATH [--scheme BIO|BIOES]', 'help.convert'],
      ['      ', 'help.convert-format'],
    ],
    examples: [
      'convert CMeEE_dev.json --to brat --out corpus.zip',
      'convert annotations/ --from brat --to conll --scheme BIOES --out train.bioes',
    ],
    load: async () => (await import('./convert.ts')).convert,
    settings: async () => [
      ['', 'help.formats'],
      [(await import('../../shared/domain/annotation.ts')).AnnotationFormat.options.join(', ')],
    ],
  },
  agreement: {
    usage: [['agreement FILE FILE… [--from F] [--seed N] [--limit N]', 'help.agreement']],
    examples: ['agreement first.json second.json --from cmeee --seed 1'],
    load: async () => (await import('./agreement.ts')).agreement,
  },
  models: {
    usage: [
      ['models list | show NAME | use NAME | unuse | rename NAME NEW | delete NAME'],
      ['models import FOLDER [--name N] | models export NAME --out DIR'],
      ['models export NAME --transformers | --onnx --out DIR', 'help.models-pipeline'],
      ['models ensemble NAME MODEL MODEL… [--data SET]', 'help.models-ensemble'],
      [
        'models init --size tiny|mini|small|base --corpus FILE… --name N [--vocab wordpiece|character] [--vocab-size N] [--seed N]',
      ],
    ],
    examples: [
      'models list',
      'models ensemble both svm avrnn --data dev',
      'models init --size tiny --corpus notes.txt --name mine --vocab wordpiece --vocab-size 4000',
    ],
    load: async () => (await import('./models.ts')).models,
  },
  train: {
    usage: [
      [
        'train --task ner|nested-ner|dialogue --train FILE|NAME --dev FILE|NAME [--recipe fast|balanced|best] [--network N] [--seed N] [--out NAME] [--config FILE.json]',
      ],
      ['      ', 'help.train-flags'],
      [
        'train --task classify|diagnose --train FILE --dev FILE --text FIELD --label FIELD [--separator S] [--parent FIELD] [--network N]',
      ],
      ['      ', 'help.train-texts'],
      [
        'train … --vectors NAME|FILE [--freeze-vectors] [--no-character-vectors] | --front encoder --encoder NAME',
      ],
      ['      ', 'help.train-front'],
      ['train … --preset paper --network N', 'help.train-preset'],
      [
        'train --task ner|classify|diagnose … --lexicon none|graph|vectors|both [--lexicon-vectors NAME|FILE] [--freeze-lexicon] [--bigram-size N]',
      ],
      ['      ', 'help.train-lexicon'],
      [
        'train --task pair|nli|ranking --train FILE --dev FILE [--text-a FIELD --text-b FIELD] [--label FIELD] [--network N] [--pair-reading matched|apart|joint|vectors]',
        'help.train-pair',
      ],
      [
        'train --task normalisation --train FILE --dev FILE [--text FIELD] [--label FIELD] [--separator S] [--no-coded-terms]',
        'help.train-normalisation',
      ],
      [
        'train --task relation --train FILE --dev FILE [--network N] [--pair-form marked|replaced|between] [--negatives N]',
        'help.train-relation',
      ],
      [
        'train … --ensemble N [--ensemble-other NETWORK [--ensemble-others N]] [--ensemble-linear linear-svm]',
        'help.train-ensemble',
      ],
      ['train --task ner … --unlabelled PATH|NAME|records [--teacher MODEL]', 'help.train-unlabelled'],
      ['train --task ner … --augment ENCODER [--augment-share 0.15]', 'help.train-augment'],
      [
        'train --task pretrain --corpus PATH… [--encoder NAME|tiny|mini|6x384|small|base] [--objective mlm|rtd|hybrid] [--packing] [--mask-share 0.15] [--model smedbert|kebiolm --entity-vectors NAME | --model embert]',
      ],
      ['      [--length 128] [--hours H | --steps N] [--evaluations N] [--out NAME]', 'help.train-pretrain'],
      ['train --task pretrain … --samples N', 'help.train-samples'],
      ['train --resume RUN', 'help.train-resume'],
      ['train --train FILE|NAME --folds K [--out NAME] …', 'help.train-folds'],
    ],
    examples: [
      'train --task ner --train train.jsonl.gz --dev dev.jsonl.gz --recipe balanced --out ner-a',
      'train --resume 3',
    ],
    load: async () => (await import('./train.ts')).train,
    takesSettings: true,
    settings: async () => (await import('./settings-flags.ts')).settingsUsage(),
  },
  evaluate: {
    usage: [
      ['evaluate --model NAME --data FILE|NAME [--int8]', 'help.evaluate'],
      [
        'evaluate --model NAME --data FILE --text FIELD --label FIELD [--separator S] [--parent FIELD]',
        'help.evaluate-texts',
      ],
      [
        'evaluate --model NAME --data FILE [--text-a FIELD --text-b FIELD] [--label FIELD]',
        'help.evaluate-pairs',
      ],
      ['evaluate --model NAME --data FILE [--tagger NAME]', 'help.evaluate-relations'],
      ['evaluate --model A --against B --data FILE|NAME [--samples N] [--seed N]', 'help.evaluate-against'],
    ],
    examples: [
      'evaluate --model ner-a --data dev.jsonl.gz --json',
      'evaluate --model ner-a --against ner-b --data dev.jsonl.gz --samples 10000',
    ],
    load: async () => (await import('./predict.ts')).evaluate,
  },
  predict: {
    usage: [
      ['predict --model NAME INPUT [--int8]', 'help.predict'],
      ['predict --model NAME INPUT [--top N] [--explain]', 'help.predict-texts'],
      ['predict --model NAME INPUT [--text-a FIELD --text-b FIELD]', 'help.predict-pairs'],
      ['predict --model NAME --tagger NAME INPUT', 'help.predict-relations'],
      ['predict --task ner|classify|diagnose INPUT', 'help.predict-in-use'],
    ],
    examples: [
      'predict --model ner-a record.txt --int8',
      'predict --task diagnose record.txt --top 3 --explain',
    ],
    load: async () => (await import('./predict.ts')).predict,
  },
  embed: {
    usage: [
      [
        'embed word2vec|glove CORPUS… --name NAME [--out FILE] [--unit char|word] [--dim N] [--skip-gram] …',
        'help.embed-train',
      ],
      [
        'embed transe|transr|distmult|complex|rotate --name NAME [--dim N] [--epochs N] …',
        'help.embed-graph',
      ],
      ['embed list | rename NAME NEW | delete NAME | import FILE --name NAME [--dictionary FILE]'],
      ['embed neighbours NAME|FILE WORD… [--top N] | embed export NAME|FILE --out FILE [--format F]'],
    ],
    examples: ['embed word2vec corpus.txt --name my-vectors', 'embed neighbours my-vectors 发热 --top 5'],
    load: async () => (await import('./embed.ts')).embed,
    settings: async () => (await import('./embed-flags.ts')).EMBED_USAGE,
  },
  probe: {
    usage: [['probe --model NAME [--limit N] [--masks N] [--seed N]', 'help.probe']],
    examples: ['probe --model my-encoder --limit 50', 'probe --model my-encoder --masks 6 --json'],
    load: async () => (await import('./probe.ts')).probe,
  },
  similarity: {
    usage: [
      ['similarity --model NAME | --vectors NAME [--corpus PATH…] [--limit N] [--seed N]', 'help.similarity'],
    ],
    examples: ['similarity --vectors my-vectors', 'similarity --model my-encoder --corpus corpus.txt'],
    load: async () => (await import('./similarity.ts')).similarity,
  },
  grid: {
    usage: [
      ['grid run FILE.json|NAME | grid run --vary SETTING=A,B… --seeds 1,2,3 …', 'help.grid'],
      ['grid report NAME [--format md|csv|latex|json] [--out FILE] | grid list | grid delete NAME'],
    ],
    examples: ['grid run docs/experiments/ner-grid.json', 'grid report my-grid --format md'],
    load: async () => (await import('./grid.ts')).grid,
    takesSettings: true,
    settings: async () => (await import('./grid.ts')).GRID_USAGE,
  },
  tune: {
    usage: [
      [
        'tune --task T --train FILE|NAME --dev FILE|NAME [--minutes 60] [--method halving|random] [--trials 30] [--seed N] [--name NAME] [--out FILE.json]',
      ],
      [
        '      [--config FILE.json] [--text FIELD|--text-a FIELD --text-b FIELD --label FIELD --separator S --parent FIELD] [--retry]',
      ],
      ['      ', 'help.tune'],
      ['      ', 'help.tune-fixed'],
    ],
    examples: ['tune --task ner --train train.jsonl.gz --dev dev.jsonl.gz --minutes 60 --out best.json'],
    load: async () => (await import('./tune.ts')).tune,
    takesSettings: true,
    settings: async () => (await import('./settings-flags.ts')).settingsUsage(),
  },
  runs: {
    usage: [
      ['runs list | show RUN | delete RUN | runs report RUN --format html|json --out FILE'],
      ['runs export RUN --for torch --out DIR | runs import RUN --from DIR', 'help.runs-torch'],
    ],
    examples: ['runs list', 'runs report 3 --format html --out run.html'],
    load: async () => (await import('./runs.ts')).runs,
  },
  engine: {
    usage: [['engine info | calibrate | pin NAME|auto', 'help.engine']],
    examples: ['engine info', 'engine pin auto'],
    load: async () => (await import('./engine.ts')).engine,
  },
  project: {
    usage: [
      [
        'project create NAME [--schema FILE] | import NAME PATH… [--format F] [--person P|--gold] | import FILE | list | stats NAME',
      ],
      ['project export NAME [--format F] --out PATH [--identified] | delete NAME', 'help.project'],
    ],
    examples: [
      'project create study --schema schema.json',
      'project export study --format brat --out study.zip',
    ],
    load: async () => (await import('./project.ts')).project,
    settings: async () => (await import('./project.ts')).PROJECT_USAGE,
  },
  serve: {
    usage: [
      [
        'serve --address IP [--port N] [--name HOST…] [--cert FILE --key FILE] [--api] [--passphrase-file FILE]',
        'help.serve',
      ],
    ],
    examples: [
      'serve --address 192.168.1.20 --name meridian.example.org --workspace /srv/meridian/workspace',
    ],
    load: async () => (await import('./serve.ts')).serve,
  },
  batch: {
    usage: [
      [
        'batch submit annotate|predict|deid|evaluate INPUT [--model NAME] [--name RUN] [--priority N] [--block N] [--queue URL]',
        'help.batch',
      ],
      ['batch submit … [--int8] | batch submit deid INPUT [--mode M] [--level L]'],
      ['batch list | watch RUN | cancel RUN | retry RUN | delete RUN [--queue URL]', 'help.batch-retry'],
      ['batch results RUN [--out FILE] [--remove-left high|medium|low] [--queue URL]', 'help.batch-results'],
      ['batch invite RUN --out FILE --queue URL', 'help.batch-invite'],
    ],
    examples: [
      'batch submit annotate records.jsonl.gz --name night --queue postgresql://meridian@db.example.org/meridian',
      'batch invite night --out night.invitation --queue postgresql://meridian@db.example.org/meridian',
      'batch results night --out annotated.jsonl --queue postgresql://meridian@db.example.org/meridian',
    ],
    load: async () => (await import('./batch.ts')).batch,
  },
  worker: {
    usage: [
      [
        'worker --queue URL --invitation FILE… [--folder DIR] [--drain] [--passphrase-file FILE]',
        'help.worker',
      ],
    ],
    examples: [
      'worker --queue postgresql://meridian@db.example.org/meridian --invitation night.invitation --passphrase-file code.txt',
    ],
    load: async () => (await import('./batch-worker.ts')).worker,
  },
  people: {
    usage: [
      [
        'people list | add NAME [--roles R,R…] | roles NAME R,R… | reset-password NAME | deactivate NAME | activate NAME',
      ],
      ['      ', 'help.people'],
      ['people tokens | token NAME --label L [--days N] | revoke-token ID', 'help.people-tokens'],
    ],
    examples: [
      'people add 王医生 --roles clinician,annotator --password-file password.txt',
      'people token 接口 --label HIS --days 90',
    ],
    load: async () => (await import('./people.ts')).people,
  },
  audit: {
    usage: [
      [
        'audit list [--object document:3|document] [--actor WHO] [--action A] [--since T] [--until T] [--limit N]',
      ],
      ['audit verify | audit --verify | audit export --format csv|jsonl --out FILE [--object …]'],
    ],
    examples: [
      'audit list --object document:3 --since 2026-01-01',
      'audit export --format csv --out audit.csv',
    ],
    load: async () => (await import('./audit.ts')).audit,
  },
  workspace: {
    usage: [
      [
        'workspace info | check | backup [--verify] | restore FILE | key keyfile|passphrase | export-key --out FILE | import-key FILE',
      ],
      ['workspace backups [--every E] [--folder DIR] [--keep N]', 'help.workspace-backups'],
      ['workspace verify BACKUP', 'help.workspace-verify'],
      ['workspace diagnostics --out FILE', 'help.workspace-diagnostics'],
      ['workspace rebuild BACKUP KEY', 'help.workspace-rebuild'],
    ],
    examples: [
      'workspace backup',
      'workspace check',
      'workspace key passphrase --workspace ./workspace',
      'workspace rebuild backup.db key.json --workspace ./new',
    ],
    load: async () => (await import('./documents.ts')).workspace,
  },
};

/** Returns the command among the arguments, be there such a command or not, and the language: `--lang`, else the locale's. */
export function commandLine(argv: readonly string[]): {
  readonly name: string | undefined;
  readonly language: Language;
} {
  const options = Object.assign({ lang: { type: 'string' } }, COMMON_OPTIONS, ...Object.values(OPTIONS));
  const { values, positionals } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    strict: false,
  });
  const lang = String(values.lang);
  return {
    name: positionals[0],
    language: lang === 'en' || lang === 'zh' ? lang : localeLanguage(process.env),
  };
}

export const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);
