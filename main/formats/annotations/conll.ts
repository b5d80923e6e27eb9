/**
 * CoNLL columns: one character and its tag per line, a blank line after each text. Characters beyond U+FFFF are one
 * token; columns in between are ignored. Words as tokens are read too and joined without blanks.
 */
import type { AnnotatedDocument, Item, SpanItem } from '../../../shared/domain/annotation.ts';
import { message } from '../../../shared/messages/message.ts';
import { fileText } from '../../reading/decode.ts';
import { type Line, linesOf } from '../../reading/lines.ts';
import { toCodeUnits } from '../code-points.ts';
import { parseTag, type Scheme, spansOf, type Tag, tagsOf } from './conll-tags.ts';
import { fromToken, toToken } from './conll-tokens.ts';
import { brokenFormat, defineFormat, type NamedFile, type Reading } from './format.ts';
import { acceptedItems, countExtras, example, importedFrom, LOST, type Losses } from './losses.ts';
import { toCodePoints } from './offsets.ts';
import { countMeta, hasOwnName, NUMBERED, numberedName } from './row-meta.ts';

const EXTENSIONS = /\.(conll|bio|bioes|bmes|tsv|txt|iob2?|col)$/i;
const DOCUMENT = '-DOCSTART-';

export const conll = defineFormat({
  id: 'conll',
  title: 'BIO / BIOES CoNLL',
  extensions: ['.bio', '.bioes', '.conll', '.txt'],
  looksLike: (files) => files.some(looksLikeColumns),
  read: readFiles,
  write: (documents, { scheme = 'BIO', losses }) => {
    const blocks: string[] = [];
    for (const document of documents) {
      if (document.text === '') losses.add(LOST.emptyDocuments, document.name);
      else blocks.push(writeBlock(document, scheme, losses));
    }
    const name = `annotations.${scheme === 'BIO' ? 'bio' : 'bioes'}`;
    return [{ name, bytes: Buffer.from(blocks.join('')) }];
  },
});

function looksLikeColumns(file: NamedFile): boolean {
  try {
    let seen = 0;
    for (const line of linesOf(fileText(file))) {
      if (isBlank(line) || isDocumentStart(line)) continue;
      const columns = columnsOf(line.text);
      if (columns === undefined || parseTag(columns.tag) === undefined) return false;
      if (++seen === 50) break;
    }
    return seen > 0;
  } catch {
    return false;
  }
}

const isBlank = ({ text }: Line): boolean => /^[ \t]*$/.test(text);
const isDocumentStart = ({ text }: Line): boolean => text.startsWith(DOCUMENT);

interface Columns {
  readonly token: string;
  readonly tag: string;
  /** Start of the tag, from 0. */
  readonly at: number;
}

/** First and last column; a token may itself be a blank. */
function columnsOf(line: string): Columns | undefined {
  const [, token, tag] = line.includes('\t')
    ? (/^([^\t]+)\t(?:.*\t)?([^\t]+)$/su.exec(line.trimEnd()) ?? [])
    : (/^(\S+|\s)[ ]+(?:.* )?(\S+)$/su.exec(line.trimEnd()) ?? []);
  if (token === undefined || tag === undefined) return undefined;
  return { token, tag, at: line.trimEnd().length - tag.length };
}

function readFiles(files: readonly NamedFile[], { losses, names }: Reading) {
  const documents: AnnotatedDocument[] = [];
  for (const file of files) {
    if (files.length > 1 && !EXTENSIONS.test(file.name)) losses.add(LOST.otherFiles, file.name);
    else
      for (const [i, sentences] of blocksOf(file).entries())
        documents.push(toDocument(sentences, names.unused(numberedName(file.name, i + 1)), file.name));
  }
  return { documents };
}

interface Sentence {
  readonly tokens: string[];
  readonly tags: Tag[];
  /** Line of each token, for errors. */
  readonly places: { readonly line: number; readonly column: number }[];
}

/** Returns the sentences of each document; a file without document marks is one document. */
function blocksOf(file: NamedFile): Sentence[][] {
  const blocks: Sentence[][] = [];
  let marked = false;
  let sentence: Sentence | undefined;
  for (const line of linesOf(fileText(file))) {
    if (isBlank(line)) sentence = undefined;
    else if (isDocumentStart(line)) {
      marked = true;
      sentence = undefined;
      blocks.push([]);
    } else {
      if (sentence === undefined) {
        sentence = { tokens: [], tags: [], places: [] };
        if (marked) blocks.at(-1)?.push(sentence);
        else blocks.push([sentence]);
      }
      addToken(sentence, line, file.name);
    }
  }
  const filled = blocks.filter((sentences) => sentences.length > 0);
  const all = filled.flat();
  const ends = all.some(({ tags }) => tags.some(({ position }) => position === 'E' || position === 'S'));
  for (const each of all) checkTags(each, ends, file.name);
  if (filled.length === 0)
    throw brokenFormat({ file: file.name, line: 1, column: 1 }, message('fault.no-token'));
  return filled;
}

function addToken({ tokens, tags, places }: Sentence, { text, number }: Line, file: string): void {
  const columns = columnsOf(text);
  if (columns === undefined)
    throw brokenFormat({ file, line: number, column: 1 }, message('fault.conll-line'));
  const place = { line: number, column: columns.at + 1 };
  const tag = parseTag(columns.tag);
  if (tag === undefined)
    throw brokenFormat({ file, ...place }, message('fault.no-tag', { tag: JSON.stringify(columns.tag) }));
  if (tag.type.length > 100)
    throw brokenFormat({ file, ...place }, message('fault.type-too-long', { limit: 100 }));
  tokens.push(fromToken(columns.token));
  tags.push(tag);
  places.push(place);
}

function checkTags(sentence: Sentence, ends: boolean, file: string): void {
  const spans = spansOf(sentence.tags, ends);
  if (!('problem' in spans)) return;
  const place = sentence.places[spans.index] ?? { line: 1, column: 1 };
  throw brokenFormat({ file, ...place }, spans.problem);
}

/** Joins the sentences of one document by line breaks. */
function toDocument(sentences: readonly Sentence[], name: string, file: string): AnnotatedDocument {
  const items: Item[] = [];
  let text = '';
  for (const [i, { tokens, tags }] of sentences.entries()) {
    if (i > 0) text += '\n';
    const starts: number[] = [];
    for (const token of tokens) {
      starts.push(text.length);
      text += token;
    }
    starts.push(text.length);
    const spans = spansOf(tags, false);
    if ('problem' in spans) continue; // tags were checked before
    for (const { type, first, last } of spans) {
      const fragment = { start: starts[first] ?? 0, end: starts[last + 1] ?? text.length };
      items.push({
        kind: 'span',
        id: items.length + 1,
        type,
        fragments: [fragment],
        attributes: {},
        note: '',
        status: 'accepted',
        provenance: importedFrom(file),
      });
    }
  }
  return { name, text, meta: NUMBERED, items };
}

function writeBlock(document: AnnotatedDocument, scheme: Scheme, losses: Losses): string {
  const { spans, relations, labels } = acceptedItems(document, losses);
  for (const relation of relations) losses.add(LOST.relations, example(document, relation));
  for (const label of labels) losses.add(LOST.labels, example(document, label));
  if (hasOwnName(document)) losses.add(LOST.names, document.name);
  countMeta(document, losses);
  const kept = separateSpans(document, spans, losses);
  const points = toCodePoints(document.text);
  const tokenSpans = kept.map(({ type, fragments: [place] }) => ({
    type,
    first: points(place?.start ?? 0) ?? 0,
    last: (points(place?.end ?? 0) ?? 0) - 1,
  }));
  const chars = [...document.text];
  const tags = tagsOf(chars.length, tokenSpans, scheme);
  const lines = chars.map((char, i) => `${toToken(char)}\t${tags[i]}\n`);
  return `${lines.join('')}\n`;
}

/** Returns spans without common characters, longer ones first; counts the others. */
function separateSpans(document: AnnotatedDocument, spans: readonly SpanItem[], losses: Losses): SpanItem[] {
  const units = toCodeUnits(document.text);
  const borders = units === undefined ? undefined : new Set(units);
  const taken = new Uint8Array(document.text.length);
  const kept: SpanItem[] = [];
  const length = ({ fragments: [place] }: SpanItem) => (place === undefined ? 0 : place.end - place.start);
  for (const span of spans.toSorted((a, b) => length(b) - length(a))) {
    const [place, ...more] = span.fragments;
    if (place === undefined || more.length > 0) losses.add(LOST.discontinuous, example(document, span));
    else if (borders !== undefined && !(borders.has(place.start) && borders.has(place.end)))
      losses.add(LOST.insideCharacter, example(document, span));
    else if (taken.subarray(place.start, place.end).includes(1))
      losses.add(LOST.overlapping, example(document, span));
    else {
      taken.fill(1, place.start, place.end);
      countExtras(document, span, losses);
      kept.push(span);
    }
  }
  return kept;
}
