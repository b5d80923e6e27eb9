/** `project list|create|import|export|stats|remove|put-back|delete`: annotation projects. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { AnnotationFormat, type Loss } from '../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../shared/domain/annotation-schema.ts';
import { GOLD, ProjectSettings, type ProjectSummary } from '../../shared/domain/project.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { hasAccounts } from '../services/accounts/requester.ts';
import { readFiles } from '../services/annotation-files/unpack.ts';
import { writeFiles } from '../services/annotation-files/write-files.ts';
import { takeMajority } from '../services/projects/adjudication/majority.ts';
import { isProjectAt } from '../services/projects/exchange/detect-project.ts';
import { exportProject } from '../services/projects/exchange/export.ts';
import { importFiles } from '../services/projects/exchange/import.ts';
import { unpackProject } from '../services/projects/exchange/read-project.ts';
import { packProject } from '../services/projects/exchange/write-project.ts';
import * as projects from '../services/projects/projects.ts';
import { projectStats } from '../services/projects/type-counts.ts';
import type { Session } from '../services/session/session.ts';
import {
  deidMode,
  integer,
  note,
  only,
  parseOptions,
  print,
  printJson,
  table,
  UsageError,
  withSession,
} from './command.ts';
import { said } from './language.ts';
import { WORKSPACE_OPTIONS } from './options.ts';
import { documentsIn, printRemoved, putBackInto, removeFrom } from './project-documents.ts';
import { showLearning, suggestInProject, trainProject } from './project-learning.ts';

export const PROJECT_USAGE = `project (标注项目):
  create NAME [--schema FILE.json]   [--members A,B --overlap N]; FILE has spans, attributes, relations, labels, guidelines
  import NAME PATH…                  documents and annotations: files, folders, .zip or .gz of any format of convert, or texts
         [--format F|text]           where it cannot be guessed
         [--person P | --gold]       whose annotations they become
         [--finished]                they are complete
  export NAME --format F --out PATH  [--person P | --gold] [--scheme BIO|BIOES] [--mode mask|surrogate|shift] [--strict]
         [--identified]              with what points to the patient; without it the files are de-identified
  export NAME --out FILE             the whole project with all annotations and their history, as it is
  import FILE [--name N]             such a file, checked whole before anything of it is kept
  adjudicate NAME --majority         gold of what more than half of the annotators say; what is left is for the desk
  suggest NAME --dictionary | --model M [--threshold 0.5]   suggestions in what you have not finished
  train NAME | learning NAME         trains on what is finished; what each training has gained
  remove NAME DOCUMENT… [--yes]      out of the project, with all annotations kept; says first what that means
  removed NAME                       what was removed, by whom
  put-back NAME DOCUMENT…            as it was before it was removed
  list | stats NAME | delete NAME`;

const FORMATS = [...AnnotationFormat.options, 'text'] as const;

const parse = (argv: readonly string[]) =>
  parseOptions(argv, {
    options: {
      ...WORKSPACE_OPTIONS,
      schema: { type: 'string' },
      members: { type: 'string' },
      overlap: { type: 'string' },
      format: { type: 'string' },
      person: { type: 'string' },
      gold: { type: 'boolean', default: false },
      scheme: { type: 'string' },
      mode: { type: 'string' },
      identified: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      finished: { type: 'boolean', default: false },
      model: { type: 'string' },
      majority: { type: 'boolean', default: false },
      dictionary: { type: 'boolean', default: false },
      threshold: { type: 'string' },
      yes: { type: 'boolean', default: false },
      name: { type: 'string' },
      out: { type: 'string', short: 'o' },
    },
  });
type ProjectOptions = ReturnType<typeof parse>['values'];

/** `argv`: what comes after the command's name. */
export async function project(argv: readonly string[]): Promise<void> {
  const { values, positionals } = parse(argv);
  const [action = '', ...args] = positionals;
  const run = ACTIONS[action];
  if (run === undefined)
    throw new UsageError(`project ${action}: expected ${Object.keys(ACTIONS).join(', ')}`);
  return withSession(values, 'starter', (session) => run(session, args, values));
}

const NOT_READY =
  'Ready are documents that all who are to label them, two people at least, have finished. (须由全部标注者、至少两人完成后才能裁决)';

type Action = (session: Session, args: readonly string[], options: ProjectOptions) => Promise<void>;

const ACTIONS: Readonly<Partial<Record<string, Action>>> = {
  list: async (session, _args, options) => printProjects(projects.listProjects(session), options),
  create,
  import: (session, args, options) => {
    if (args.length === 0)
      throw new UsageError('project import: name a project and PATHs, or a project FILE');
    return args.length === 1
      ? importWhole(session, args[0] ?? '', options)
      : importInto(session, args, options);
  },
  export: (session, args, options) => {
    const { id } = projects.projectNamed(session, only(args, 'NAME'));
    if (options.out === undefined) throw new UsageError('project export needs --out PATH');
    return options.format === undefined
      ? exportWhole(session, id, options.out, options)
      : exportLayers(session, id, options.format, options.out, options);
  },
  stats: async (session, args, options) => {
    const stats = projectStats(session, projects.projectNamed(session, only(args, 'NAME')).id);
    if (options.json) return printJson(stats);
    printProjects([stats.project], options);
    const rows = stats.types.map(({ person, kind, type, accepted, suggested }) => [
      person || 'gold',
      kind,
      type,
      accepted,
      suggested,
    ]);
    if (rows.length > 0) print(table([['person', 'kind', 'type', 'accepted', 'suggested'], ...rows]));
  },
  adjudicate: async (session, args, options) => {
    const { id } = projects.projectNamed(session, only(args, 'NAME'));
    if (!options.majority)
      throw new UsageError('project adjudicate needs --majority; single differences are decided on the desk');
    const taken = takeMajority(session, id, undefined);
    if (options.json) return printJson(taken);
    const { documents, decided, open } = taken;
    print(`decided ${decided} differences in ${documents} documents; ${open} are left`);
    if (documents === 0) note(NOT_READY);
  },
  train: (session, args, options) =>
    trainProject(session, projects.projectNamed(session, only(args, 'NAME')).id, options),
  suggest: (session, args, options) =>
    suggestInProject(session, projects.projectNamed(session, only(args, 'NAME')).id, options),
  learning: (session, args, options) =>
    showLearning(session, projects.projectNamed(session, only(args, 'NAME')).id, options),
  remove: (session, args, options) => removeFrom(session, ...documentsIn(session, args), options),
  removed: async (session, args, options) =>
    printRemoved(session, projects.projectNamed(session, only(args, 'NAME')).id, options),
  'put-back': (session, args, options) => putBackInto(session, ...documentsIn(session, args), options),
  delete: async (session, args, options) => {
    const { id, name } = projects.projectNamed(session, only(args, 'NAME'));
    projects.deleteProject(session, id);
    if (options.json) printJson({ deleted: name });
    else print(`deleted ${name}`);
  },
};

function printProjects(list: readonly ProjectSummary[], { json }: ProjectOptions): void {
  if (json) return printJson(list);
  const rows = list.map(({ name, documents, chars, members, assigned, done, gold }) => [
    name,
    documents,
    chars,
    members.join(', '),
    `${done}/${assigned}`,
    gold,
  ]);
  print(table([['name', 'documents', 'chars', 'members', 'done', 'gold'], ...rows]));
}

async function create(session: Session, args: readonly string[], options: ProjectOptions): Promise<void> {
  const name = only(args, 'NAME');
  const created = projects.createProject(session, {
    name,
    schema: options.schema === undefined ? AnnotationSchema.parse({}) : readSchema(options.schema),
    settings: ProjectSettings.parse({ overlap: integer(options.overlap, 'overlap', 1) }),
    members: (options.members ?? '').split(',').flatMap((member) => member.trim() || []),
  });
  printProjects([created], options);
}

function readSchema(path: string): AnnotationSchema {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    const { code, message } = toErrorData(cause);
    if (code !== 'internal') throw cause;
    throw new AppError('bad-input', 'files.no-json', { path, problem: words(message, 'en') }, { cause });
  }
  const schema = AnnotationSchema.safeParse(value);
  if (schema.success) return schema.data;
  const [issue] = schema.error.issues;
  throw new AppError('bad-input', 'projects.wrong-schema', {
    path,
    field: issue?.path.join('.') ?? '',
    problem: issue?.message ?? '',
  });
}

/** The person named; gold; else who runs the command, as long as nobody has an account. */
function whose(session: Session, { person, gold }: ProjectOptions): string | undefined {
  if (person !== undefined && gold) throw new UsageError('--person and --gold exclude each other');
  if (gold) return GOLD;
  if (person === undefined && hasAccounts(session))
    throw new UsageError('say whose annotations: --person NAME, or --gold');
  return person;
}

async function importInto(session: Session, args: readonly string[], options: ProjectOptions): Promise<void> {
  const [name = '', ...paths] = args;
  const { id } = projects.projectNamed(session, name);
  const format = FORMATS.find((each) => each === options.format);
  if (options.format !== undefined && format === undefined)
    throw new UsageError(`--format takes one of ${FORMATS.join(', ')}, not ${options.format}`);
  const files = paths.flatMap(readFiles);
  const person = whose(session, options);
  const { finished } = options;
  const imported = await importFiles(session, { projectId: id, files, format, person, finished });
  if (options.json) return printJson(imported);
  const { documents, items, skipped } = imported;
  print(
    `imported ${documents} documents and ${items} annotations as ${imported.format}; ${skipped} documents were there already`,
  );
  if (imported.restored !== undefined) print(message('cli.put-back', { documents: imported.restored }));
  printLosses(message('losses.not-held'), imported.losses);
}

async function exportLayers(
  session: Session,
  projectId: number,
  formatName: string,
  out: string,
  options: ProjectOptions,
): Promise<void> {
  const format = AnnotationFormat.safeParse(formatName);
  if (!format.success)
    throw new UsageError(`--format takes one of ${AnnotationFormat.options.join(', ')}, not ${formatName}`);
  const { scheme } = options;
  if (scheme !== undefined && scheme !== 'BIO' && scheme !== 'BIOES')
    throw new UsageError(`--scheme takes BIO or BIOES, not ${scheme}`);
  const exported = await exportProject(session, {
    projectId,
    format: format.data,
    person: whose(session, options),
    scheme,
    deidentify: !options.identified,
    mode: deidMode(options.mode),
    strict: options.strict,
  });
  const target = writeFiles(out, exported.files);
  const { documents, losses } = exported;
  const deidentified = !options.identified;
  if (options.json) return printJson({ ...target, documents, losses, deidentified });
  print(`written ${documents} documents to ${target.path}${deidentified ? ', de-identified' : ''}`);
  printLosses(message('losses.not-held-by', { format: message('losses.the-format') }), losses);
  if (!deidentified) note(message('projects.files-name-patients'));
}

function printLosses(heading: Message, losses: readonly Loss[]): void {
  if (losses.length === 0) return;
  print(`${said(heading)}:`);
  print(table(losses.map(({ what, count, example }) => ['', count, said(what), JSON.stringify(example)])));
}

async function exportWhole(
  session: Session,
  id: number,
  out: string,
  options: ProjectOptions,
): Promise<void> {
  const packed = packProject(session, id, out);
  if (options.json) return printJson({ path: out, ...packed });
  print(`written ${packed.documents} documents, ${packed.layers} layers and ${packed.edits} edits to ${out}`);
  note(message('projects.file-not-encrypted'));
}

async function importWhole(session: Session, path: string, options: ProjectOptions): Promise<void> {
  if (!(await isProjectAt(path)))
    throw new UsageError(`${path} is no project file; annotations need a project: project import NAME PATH…`);
  printProjects([await unpackProject(session, { name: basename(path), path }, options.name)], options);
}
