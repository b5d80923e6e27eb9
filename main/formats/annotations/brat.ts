/**
 * brat standoff: a .txt and an .ann per document, in folders; annotation.conf declares the types, visual.conf their
 * titles. Offsets count code points and line ends are kept.
 */
import type { AnnotatedDocument } from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { fileText } from '../../reading/decode.ts';
import type { UniqueNames } from '../../reading/unique-names.ts';
import { readConf, readTitles, withTitles, writeConf, writeVisual } from './brat-conf.ts';
import { type BratDocument, readBratDocument } from './brat-read.ts';
import { bratAnn, bratText } from './brat-write.ts';
import { FileNames } from './file-names.ts';
import { brokenFormat, defineFormat, type NamedFile, type Reading } from './format.ts';
import { LOST, Losses } from './losses.ts';
import { countMeta } from './row-meta.ts';
import { schemaOf } from './schema-of.ts';

const CONF = 'annotation.conf';
const VISUAL = 'visual.conf';
/** Files of brat without annotations. */
const SETTINGS = /(^|\/)(tools|kb_shortcuts)\.conf$|(^|\/)\.stats_cache$/;
const MARK_AT_START = 'losses.byte-order-marks';

export const brat = defineFormat({
  id: 'brat',
  title: 'brat standoff',
  extensions: ['.ann', '.txt'],
  looksLike: (files) => files.some(({ name }) => /\.ann$/i.test(name)),
  holdsSchema: true,
  read: readFolder,
  write: (documents, { schema, losses }) => {
    const files = new FileNames(losses);
    const written = documents.flatMap((document) => writeDocument(document, files, losses));
    // A schema derived from the documents has no losses.
    const told = schema === undefined ? new Losses() : losses;
    const whole = schemaOf(documents, schema);
    const conf = { name: CONF, bytes: Buffer.from(writeConf(whole, told)) };
    const visual = { name: VISUAL, bytes: Buffer.from(writeVisual(whole, told)) };
    return [...written, conf, visual];
  },
});

function readFolder(files: readonly NamedFile[], { losses, names }: Reading) {
  const anns = new Map<string, NamedFile>();
  const texts: NamedFile[] = [];
  const confs: NamedFile[] = [];
  const visuals: NamedFile[] = [];
  for (const file of files) {
    if (/\.ann$/i.test(file.name)) anns.set(stem(file.name), file);
    else if (/\.txt$/i.test(file.name)) texts.push(file);
    else if (isCalled(file, CONF)) confs.push(file);
    else if (isCalled(file, VISUAL)) visuals.push(file);
    else if (!SETTINGS.test(file.name)) losses.add(LOST.otherFiles, file.name);
  }
  const known = new Set(texts.map(({ name }) => stem(name)));
  for (const [name, file] of anns)
    if (!known.has(name))
      throw brokenFormat({ file: file.name, line: 1, column: 1 }, message('fault.no-text-file', { name }));
  if (texts.length === 0)
    throw new AppError('bad-input', 'annotations.no-pair', {}, { kept: 'kept.nothing-imported' });
  const documents = texts.map((text) => readPair(text, anns.get(stem(text.name)), names, losses));
  return { documents, schema: readSchema(confs, visuals) };
}

/** Reads the schema. Of several files the one nearest to the top counts. */
function readSchema(
  confs: readonly NamedFile[],
  visuals: readonly NamedFile[],
): AnnotationSchema | undefined {
  const topmost = (files: readonly NamedFile[]) => files.toSorted((a, b) => a.name.length - b.name.length)[0];
  const [conf, visual] = [topmost(confs), topmost(visuals)];
  if (conf === undefined) return undefined;
  const titles = visual === undefined ? new Map<string, string>() : readTitles(fileText(visual));
  return withTitles(readConf(conf.name, fileText(conf)), titles);
}

const isCalled = ({ name }: NamedFile, called: string): boolean =>
  name === called || name.endsWith(`/${called}`);

function readPair(
  text: NamedFile,
  ann: NamedFile | undefined,
  names: UniqueNames,
  losses: Losses,
): AnnotatedDocument {
  const given: BratDocument = {
    name: names.unused(stem(text.name)),
    text: textOrNothing(text),
    marked: text.bytes[0] === 0xef && text.bytes[1] === 0xbb && text.bytes[2] === 0xbf,
    ann: { name: ann?.name ?? '', text: ann === undefined ? '' : textOrNothing(ann) },
  };
  return readBratDocument(given, losses);
}

/** Returns an empty text for an empty file, which brat creates for new documents. */
const textOrNothing = (file: NamedFile): string => (file.bytes.length === 0 ? '' : fileText(file));

const stem = (name: string): string => name.replace(/\.[^./]+$/, '');

function writeDocument(document: AnnotatedDocument, files: FileNames, losses: Losses): NamedFile[] {
  const name = files.nameOf(document.name, '');
  countMeta(document, losses);
  const ann = bratAnn(document, losses);
  // A reader needs a span to detect that the mark belongs to the text.
  if (document.text.startsWith('\ufeff') && !/^T/m.test(ann)) losses.add(MARK_AT_START, document.name);
  return [
    { name: `${name}.txt`, bytes: Buffer.from(bratText(document, losses)) },
    { name: `${name}.ann`, bytes: Buffer.from(ann) },
  ];
}
