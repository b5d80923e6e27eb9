/** `project list|create|columns|import|export|merge|stats|remove|put-back|delete`: annotation projects. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { AnnotationFormat } from '../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../shared/domain/annotation-schema.ts';
import { GOLD, ProjectSettings, type ProjectSummary } from '../../shared/domain/project.ts';
import { message } from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { hasAccounts } from '../services/accounts/requester.ts';
import { givenFiles } from '../services/annotation-files/unpack.ts';
import { writeFiles } from '../services/annotation-files/write-files.ts';
import { requireWithinLimits } from '../services/deid/look-limits.ts';
import { decidePlaces } from '../services/deid/second-look.ts';
import { takeMajority } from '../services/projects/adjudication/majority.ts';
import { isProjectAt } from '../services/projects/exchange/detect-project.ts';
import { exportProject, lookAtProject } from '../services/projects/exchange/export.ts';
import { importFiles } from '../services/projects/exchange/import.ts';
import { mergeProject } from '../services/projects/exchange/merge-project.ts';
import { unpackProject } from '../services/projects/exchange/read-project.ts';
import { packProject } from '../services/projects/exchange/write-project.ts';
import * as projects from '../services/projects/projects.ts';
import { projectStats } from '../services/projects/type-counts.ts';
import { dbOf, type Session } from '../services/session/session.ts';
import {
  type Action,
  actions,
  choice,
  deidLevel,
  deidMode,
  expected,
  generalisations,
  headed,
  inSession,
  integer,
  needed,
  note,
  only,
  print,
  printDeleted,
  printJson,
  printList,
  UsageError,
  valueName,
} from './command.ts';
import { printLosses, tagScheme } from './convert.ts';
import { decisionsIn, removedRisk, tellLook } from './deid-look.ts';
import type { Options } from './options.ts';
import { columnsGiven, showColumns } from './project-columns.ts';
import { documentsIn, printRemoved, putBackInto, removeFrom } from './project-documents.ts';
import { showLearning, suggestInProject, trainProject } from './project-learning.ts';
import type { UsageLine } from './usage.ts';

export const PROJECT_USAGE: readonly UsageLine[] = [
  ['project:'],
  ['create NAME [--schema FILE.json] [--members A,B --overlap N]', 'help.project-create'],
  ['import NAME PATH…', 'help.project-import'],
  ['       [--format F|text]', 'help.project-format'],
  ['       [--person P | --gold]', 'help.project-person'],
  ['       [--finished | --suggestions]', 'help.project-finished'],
  [
    '       [--text C… [--id C] [--label C [--separator S] [--score C]] [--spans C] [--keep C…] [--sheet S]]',
    'help.project-columns',
  ],
  ['columns FILE… [--text C… …]', 'help.project-preview'],
  [
    'export NAME --format F --out PATH [--person P | --gold] [--scheme BIO|BIOES] [--mode mask|surrogate|shift] [--level ordinary|strict|strictest | --strict|--no-strict] [--generalise age,month,province] [--second-look] [--remove-left RISK] [--leftovers FILE] [--decisions FILE]',
  ],
  ['       [--finished]', 'help.project-export-finished'],
  ['       [--identified]', 'help.project-identified'],
  ['export NAME --out FILE', 'help.project-export'],
  ['import FILE [--name N]', 'help.project-restore'],
  ['merge NAME FILE [--take-theirs] [--yes]', 'help.project-merge'],
  ['adjudicate NAME --majority | --person P', 'help.project-adjudicate'],
  ['suggest NAME --dictionary | --model M [--threshold 0.5]', 'help.project-suggest'],
  ['train NAME | learning NAME', 'help.project-train'],
  ['remove NAME DOCUMENT… [--yes]', 'help.project-remove'],
  ['removed NAME', 'help.project-removed'],
  ['put-back NAME DOCUMENT…', 'help.project-put-back'],
  ['list | stats NAME | delete NAME'],
];

const FORMATS = [...AnnotationFormat.options, 'text'] as const;

type ProjectOptions = Options<'project'>;

/** An action on the project named. */
const onProject = (
  body: (
    session: Session,
    project: { readonly id: number; readonly name: string },
    options: ProjectOptions,
  ) => unknown,
): Action<ProjectOptions> =>
  inSession((session, args, options) =>
    body(session, projects.projectNamed(session, only(args, 'NAME')), options),
  );

export const project = actions<ProjectOptions>('project', {
  list: inSession((session, _args, options) => printProjects(projects.listProjects(session), options)),
  create: inSession(create, 'starter'),
  import: inSession((session, args, options) => {
    if (args.length === 0) throw expected('project import', 'NAME PATH… | FILE');
    return args.length === 1
      ? importWhole(session, args[0] ?? '', options)
      : importInto(session, args, options);
  }, 'starter'),
  columns: inSession(showColumns),
  export: onProject((session, { id }, options) => {
    const looksOnly = options['second-look'] === true && options.format !== undefined;
    const out = looksOnly ? '' : needed(options.out, 'project export', '--out PATH');
    return options.format === undefined
      ? exportWhole(session, id, out, options)
      : exportLayers(session, id, out, options);
  }),
  merge: inSession(mergeFile),
  stats: onProject((session, { id }, options) => {
    const stats = projectStats(session, id);
    if (options.json) return printJson(stats);
    printProjects([stats.project], options);
    const rows = stats.types.map(({ person, kind, type, accepted, suggested }) => [
      person || valueName('gold'),
      valueName(kind),
      type,
      accepted,
      suggested,
    ]);
    if (rows.length > 0) print(headed(['person', 'kind', 'type', 'accepted', 'suggested'], rows));
  }),
  adjudicate: onProject((session, { id }, options) => {
    if (!options.majority && options.person === undefined) throw new UsageError('cli.majority-needed');
    const taken = takeMajority(session, id, undefined, options.person);
    if (options.json) return printJson(taken);
    const { documents, decided, open } = taken;
    print(message('cli.majority-taken', { decided, documents, open }));
    if (documents === 0) note(message('projects.adjudication-not-ready'));
  }),
  train: onProject((session, { id }, options) => trainProject(session, id, options)),
  suggest: onProject((session, { id }, options) => suggestInProject(session, id, options)),
  learning: onProject((session, { id }, options) => showLearning(session, id, options)),
  remove: inSession((session, args, options) => removeFrom(session, ...documentsIn(session, args), options)),
  removed: onProject((session, { id }, options) => printRemoved(session, id, options)),
  'put-back': inSession((session, args, options) =>
    putBackInto(session, ...documentsIn(session, args), options),
  ),
  delete: onProject((session, { id, name }, options) => {
    projects.deleteProject(session, id);
    printDeleted(name, options);
  }),
});

function printProjects(list: readonly ProjectSummary[], options: ProjectOptions): void {
  const headings = ['name', 'documents', 'chars', 'members', 'done', 'gold'] as const;
  printList(list, options, headings, ({ name, documents, chars, members, assigned, done, gold }) => [
    name,
    documents,
    chars,
    members.join(', '),
    `${done}/${assigned}`,
    gold,
  ]);
}

async function create(session: Session, args: readonly string[], options: ProjectOptions): Promise<void> {
  const name = only(args, 'NAME');
  const created = projects.createProject(session, {
    name,
    schema: options.schema === undefined ? AnnotationSchema.parse({}) : readSchema(options.schema),
    settings: ProjectSettings.parse({ overlap: integer(options.overlap, '--overlap', 1) }),
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
  if (person !== undefined && gold)
    throw new UsageError('cli.excludes', { option: '--person', other: '--gold' });
  if (gold) return GOLD;
  if (person === undefined && hasAccounts(session)) throw new UsageError('cli.whose-annotations');
  return person;
}

async function importInto(session: Session, args: readonly string[], options: ProjectOptions): Promise<void> {
  const [name = '', ...paths] = args;
  const { id } = projects.projectNamed(session, name);
  const format = choice('--format', options.format, FORMATS);
  const files = givenFiles(paths);
  const person = whose(session, options);
  const { finished } = options;
  if (finished && options.suggestions)
    throw new UsageError('cli.excludes', { option: '--finished', other: '--suggestions' });
  const imported = await importFiles(session, {
    ...{ projectId: id, files, format, person, finished, refuseUnread: true },
    columns: columnsGiven(options),
    suggested: options.suggestions,
  });
  if (options.json) return printJson(imported);
  const { documents, items, skipped } = imported;
  print(message('cli.annotations-imported', { documents, items, format: imported.format, skipped }));
  if (imported.restored !== undefined) print(message('cli.put-back', { documents: imported.restored }));
  printLosses(message('losses.not-held'), imported.losses);
}

async function exportLayers(
  session: Session,
  projectId: number,
  out: string,
  options: ProjectOptions,
): Promise<void> {
  const decisions = decisionsIn(options);
  if (decisions.length > 0) decidePlaces(session, decisions);
  const request = {
    projectId,
    format: choice('--format', options.format ?? '', AnnotationFormat.options),
    person: whose(session, options),
    scheme: tagScheme(options.scheme),
    finished: options.finished,
    deidentify: !options.identified,
    mode: deidMode(options.mode),
    level: deidLevel(options),
    removeFrom: removedRisk(options),
    generalise: generalisations(options.generalise),
  };
  if (options['second-look']) {
    if (options.identified)
      throw new UsageError('cli.excludes', { option: '--second-look', other: '--identified' });
    const look = await lookAtProject(session, request);
    if (options.json) printJson(look);
    tellLook(look, options);
    return requireWithinLimits(dbOf(session), look);
  }
  const exported = await exportProject(session, request, { onLook: (look) => tellLook(look, options) });
  const target = writeFiles(out, exported.files);
  const { documents, losses } = exported;
  const deidentified = !options.identified;
  if (options.json) return printJson({ ...target, documents, losses, deidentified });
  print(
    message(deidentified ? 'cli.written-deidentified' : 'cli.written-documents', {
      documents,
      path: target.path,
    }),
  );
  printLosses(message('losses.not-held-by', { format: message('losses.the-format') }), losses);
  if (!deidentified) note(message('projects.files-name-patients'));
}

async function exportWhole(
  session: Session,
  id: number,
  out: string,
  options: ProjectOptions,
): Promise<void> {
  const packed = packProject(session, id, out);
  if (options.json) return printJson({ path: out, ...packed });
  print(
    message('cli.project-written', {
      documents: packed.documents,
      layers: packed.layers,
      edits: packed.edits,
      out,
    }),
  );
  note(message('projects.file-not-encrypted'));
}

/** Previews a merge; with `--yes` keeps it, with `--take-theirs` taking the file's side of conflicts. */
async function mergeFile(session: Session, args: readonly string[], options: ProjectOptions): Promise<void> {
  const [name = '', path, ...rest] = args;
  if (path === undefined || rest.length > 0) throw expected('project merge', 'NAME FILE');
  const { id: projectId } = projects.projectNamed(session, name);
  if (!(await isProjectAt(path))) throw new UsageError('cli.no-project-file', { path });
  const file = { name: basename(path), path };
  const preview = await mergeProject(session, file, { projectId, apply: false, theirs: [] });
  const theirs = options['take-theirs'] ? preview.conflicts.map(({ key }) => key) : [];
  const report = options.yes
    ? await mergeProject(session, file, { projectId, apply: true, theirs })
    : preview;
  if (options.json) return printJson(report);
  const { documents, items, states, threads, comments, conflicts, untouched } = report;
  print(message('cli.merged', { documents, items, states, threads, comments, conflicts: conflicts.length }));
  for (const { document, person, ours, theirs: other } of conflicts)
    print(
      message('cli.merge-conflict', {
        ...{ document, person: person || valueName('gold') },
        ...{ ours: ours ?? valueName('removed'), theirs: other ?? valueName('removed') },
      }),
    );
  for (const document of untouched) note(message('cli.merge-untouched', { document }));
  if (!options.yes) note(message('cli.merge-preview'));
}

async function importWhole(session: Session, path: string, options: ProjectOptions): Promise<void> {
  if (!(await isProjectAt(path))) throw new UsageError('cli.no-project-file', { path });
  printProjects([await unpackProject(session, { name: basename(path), path }, options.name)], options);
}
