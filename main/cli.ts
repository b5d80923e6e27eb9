/** The command line: the same services without a window. Exit codes: 0 done, 1 failed, 2 wrong use. */
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { cacheDir } from './workspace/paths.ts';

<<<<<<< HEAD
import { parseArgs } from 'node:util';
import { AnnotationFormat } from '../shared/domain/annotation.ts';
import { message } from '../shared/messages/message.ts';
import { toErrorData } from '../shared/result.ts';
import { agreement } from './cli/agreement.ts';
import { audit } from './cli/audit.ts';
import { type CommandOptions, UsageError } from './cli/command.ts';
import { convert } from './cli/convert.ts';
import { data } from './cli/data.ts';
import { deid } from './cli/deid.ts';
import { docs, workspace } from './cli/documents.ts';
import { embed } from './cli/embed.ts';
import { EMBED_USAGE } from './cli/embed-flags.ts';
import { engine } from './cli/engine.ts';
import { GRID_USAGE, grid } from './cli/grid.ts';
import { kg } from './cli/kg.ts';
import { said, saidError, takeLanguage } from './cli/language.ts';
import { models } from './cli/models.ts';
import { people } from './cli/people.ts';
import { evaluate, predict } from './cli/predict.ts';
import { PROJECT_USAGE, project } from './cli/project.ts';
import { runs } from './cli/runs.ts';
import { settingsUsage } from './cli/settings-flags.ts';
import { demo, diagnose, link } from './cli/texts.ts';
import { train } from './cli/train.ts';
import { appVersion } from './resources.ts';

const USAGE = `Meridian 经络 ${appVersion()}: an offline workbench for Chinese electronic medical records

  npm run -s cli -- COMMAND [--workspace DIR] [--json] [--debug] [--lang en|zh]

  kg import FILE… [--format F] [--starter]   add graphs: triples, 39.net, xywy, ICD-10, synonyms, UMLS RRF, N-Triples
  kg stats | kg search QUERY [--type T] | kg show NAME|ID | kg undo SOURCE
  link INPUT                                 entities with assertion, one JSON line a document with --json
  diagnose INPUT [--top N]                   ranked candidates with their evidence
  demo [INPUT] [--out FILE]                  a highlighted HTML report with suggestions
  docs import FILE… | docs list
  docs export [ID…] --format txt|jsonl|html --out FILE [--mode mask|surrogate|shift] [--strict] [--identified]  de-identified unless --identified
  deid INPUT --out PATH [--mode mask|surrogate|shift] [--patient-field F] [--strict]  a .txt or .jsonl[.gz] file, or a folder of them
       [--model NAME [--model-fields LABEL=FIELD,…]]  a model that knows persons or places, beside rules and graph
  deid --evaluate FILE.jsonl [--model NAME] [--strict]  recall and precision by field on labelled texts
  data import FILE [--name N] [--task classify|diagnose --text FIELD --label FIELD] | data list | data delete NAME | data leakage TRAIN DEV
  convert INPUT [--from F] --to F --out PATH [--scheme BIO|BIOES]   annotations from one format to another; says what is lost
        F: ${AnnotationFormat.options.join(', ')}; PATH: a file, a .zip, a folder
  agreement FILE FILE… [--from F] [--seed N] [--limit N]   how well annotators agree, one file each: F1, κ, α, uα with intervals
  models list | show NAME | use NAME | unuse | rename NAME NEW | delete NAME
  models import FOLDER [--name N] | models export NAME --out DIR
  models init --size tiny|mini|small|base --corpus FILE… --name N [--vocab wordpiece|character] [--vocab-size N]
  train --task ner --train FILE|NAME --dev FILE|NAME [--network N] [--seed N] [--out NAME] [--config FILE.json]
        any other setting as a flag (--batch-size 16, --learning-rate 1e-3, --no-freeze-encoder …); Ctrl-C pauses
  train --task classify|diagnose --train FILE --dev FILE --text FIELD --label FIELD [--separator S] [--network N]
        one label a text, or several; FIELD may be a.b (also of a list's members) or a,b
  train … --vectors NAME|FILE [--freeze-vectors] [--no-character-vectors] | --front encoder --encoder NAME
        word vectors, or an encoder, in front of any network
  train --task pretrain --corpus PATH… [--encoder NAME|tiny|mini|small|base] [--pair none|nsp|sop] [--masking char|word]
        [--length 128] [--steps N] [--evaluations N] [--out NAME]   an encoder goes on learning from texts without labels
  train --resume RUN                         goes on from the last checkpoint
  evaluate --model NAME --data FILE|NAME [--int8]  precision, recall, F1 and errors by type
  evaluate --model NAME --data FILE --text FIELD --label FIELD  of a classifier: F1, hit@k, calibration error
  predict --model NAME INPUT [--int8]        entities with confidence, one JSON line a document with --json
  predict --model NAME INPUT [--top N] [--explain]  of a classifier: labels, the N most probable ones, and why
  predict --task ner|classify|diagnose INPUT by the model in use in the editor or the diagnosis panel
  embed word2vec|glove CORPUS… --name NAME [--out FILE] [--unit char|word] [--dim N] [--skip-gram] …   trains word vectors
  embed list | rename NAME NEW | delete NAME | import FILE --name NAME [--dictionary FILE]
  embed neighbours NAME|FILE WORD… [--top N] | embed export NAME|FILE --out FILE [--format F]
  grid run FILE.json|NAME | grid run --vary SETTING=A,B… --seeds 1,2,3 …  pipelines × seeds as one experiment; resumable
  grid report NAME [--format md|csv|latex|json] [--out FILE] | grid list | grid delete NAME
  runs list | show RUN | delete RUN | runs report RUN --format html|json --out FILE
  engine info | calibrate | pin NAME|auto    what models run on: whether it works here, how fast and how right
  project create NAME [--schema FILE] | import NAME PATH… [--format F] [--person P|--gold] | import FILE | list | stats NAME
  project export NAME [--format F] --out PATH [--identified] | delete NAME    annotation projects, also whole ones as files
  people list | add NAME [--roles R,R…] | roles NAME R,R… | reset-password NAME | deactivate NAME | activate NAME
        R: clinician, annotator, adjudicator, administrator; passwords from --password-file FILE or standard input
  audit list [--object document:3|document] [--actor WHO] [--action A] [--since T] [--until T] [--limit N]
  audit verify | audit export --format csv|jsonl --out FILE [--object …]
  workspace info | backup | restore FILE | key keyfile|passphrase | export-key --out FILE | import-key FILE

  INPUT is .txt, .jsonl[.gz] (text, or section fields such as 主诉, 现病史) or - for standard input.
  A new workspace starts with the starter graph; one made by \`kg import\` holds only what is imported.
  --plain makes it unencrypted. MERIDIAN_PASSPHRASE or --passphrase-file opens one locked by a passphrase.`;

const COMMANDS: Readonly<
  Record<string, (args: readonly string[], options: CommandOptions) => Promise<void>>
> = {
  kg,
  link,
  diagnose,
  demo,
  convert,
  agreement,
  deid,
  docs,
  data,
  models,
  evaluate,
  predict,
  runs,
  people,
  engine,
  audit,
  workspace,
};

const OPTIONS = {
  workspace: { type: 'string', short: 'w' },
  json: { type: 'boolean', default: false },
  debug: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
  top: { type: 'string' },
  format: { type: 'string' },
  type: { type: 'string' },
  limit: { type: 'string' },
  out: { type: 'string', short: 'o' },
  starter: { type: 'boolean', default: false },
  plain: { type: 'boolean', default: false },
  verify: { type: 'boolean', default: false },
  name: { type: 'string' },
  size: { type: 'string' },
  corpus: { type: 'string', multiple: true },
  vocab: { type: 'string' },
  'vocab-size': { type: 'string' },
  seed: { type: 'string' },
  model: { type: 'string', short: 'm' },
  data: { type: 'string' },
  int8: { type: 'boolean' },
  explain: { type: 'boolean' },
  task: { type: 'string' },
  text: { type: 'string' },
  label: { type: 'string' },
  separator: { type: 'string' },
  roles: { type: 'string' },
  'password-file': { type: 'string' },
  mode: { type: 'string' },
  'patient-field': { type: 'string' },
  strict: { type: 'boolean' },
  'model-fields': { type: 'string' },
  evaluate: { type: 'string' },
  identified: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  scheme: { type: 'string' },
  'passphrase-file': { type: 'string' },
  object: { type: 'string' },
  actor: { type: 'string' },
  action: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
} as const;

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: OPTIONS,
    });
  } catch (error) {
    throw new UsageError(toErrorData(error).message);
  }
}

/** Commands whose settings are options of their own, and what `--help` says of these. */
const WITH_OWN_OPTIONS = {
  train: { run: train, usage: settingsUsage },
  embed: { run: embed, usage: () => EMBED_USAGE },
  grid: { run: grid, usage: () => GRID_USAGE },
  project: { run: project, usage: () => PROJECT_USAGE },
} as const;

/** Which of them the arguments name, and where. */
function ownOptions(
  argv: readonly string[],
): { name: keyof typeof WITH_OWN_OPTIONS; at: number } | undefined {
  const tokens = parseArgs({
    args: [...argv],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  }).tokens;
  const at = tokens.find(({ kind }) => kind === 'positional')?.index ?? -1;
  const name = argv[at];
  const isOwn = name === 'train' || name === 'embed' || name === 'grid' || name === 'project';
  return isOwn ? { name, at } : undefined;
}

async function main(argv: string[]): Promise<void> {
  const own = ownOptions(argv);
  if (own !== undefined && !argv.includes('--help') && !argv.includes('-h'))
    return WITH_OWN_OPTIONS[own.name].run(argv.toSpliced(own.at, 1));
  const { values, positionals } = parse(argv);
  if (values.version) return void process.stdout.write(`${appVersion()}\n`);
  const [name, ...args] = positionals;
  if (values.help || name === undefined) {
    if (!values.help) throw new UsageError('no command given');
    const settings = own === undefined ? '' : `\n${WITH_OWN_OPTIONS[own.name].usage()}\n`;
    return void process.stdout.write(`${USAGE}\n${settings}`);
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new UsageError(`unknown command ${name}`);
  await command(args, values);
}
=======
// V8's compiled code and the stripped types are kept between runs, in a folder that no other user may write to.
try {
  mkdirSync(cacheDir(), { recursive: true, mode: 0o700 });
  enableCompileCache(cacheDir());
} catch {} // a read-only home: everything is compiled anew
>>>>>>> 5fa2bf1 (Command line: a command's module is loaded when it runs, compiled code is kept between runs; every command has help with examples)

// A closed pipe (| head) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Imported now, so that the cache holds it.
const { main } = await import('./cli/main.ts');
await main(process.argv.slice(2));
