/**
 * N-Triples, read in two passes: labels and types first, since an edge may precede the labels of its ends. Labels
 * become names (the Chinese label is preferred, then one without language, then English). Types follow the local
 * name of `rdf:type` or the relations. Other literals become facts, other predicates edges. Keeps one small record
 * per node in memory.
 */
import type { EntityType } from '../../../../shared/domain/graph.ts';
import { AppError } from '../../../../shared/result.ts';
import type { Line } from '../../../reading/lines.ts';
import { checkName, type Intake, REASON } from '../intake.ts';
import { type Head, linePass, type OpenFormat } from '../pass.ts';
import { ANY_TYPE, relationRule, typeNamed } from '../relations.ts';
import { localName, parseStatement, type Statement, type Term } from './ntriples-line.ts';

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const LABELS = new Set([
  'http://www.w3.org/2000/01/rdf-schema#label',
  'http://www.w3.org/2004/02/skos/core#prefLabel',
  'http://www.w3.org/2004/02/skos/core#altLabel',
  'http://www.w3.org/2004/02/skos/core#hiddenLabel',
  'http://schema.org/name',
  'https://schema.org/name',
]);
const PREFERRED = /#(?:label|prefLabel)$|\/name$/;

export const openNtriples: OpenFormat = (heads, intake) =>
  heads.flatMap((head) => {
    checkStart(head);
    const importer = new NtriplesImporter(intake);
    return [
      linePass(head.file, intake, { counted: false, comment: '#' }, (line) => importer.learn(line)),
      linePass(head.file, intake, { counted: true, comment: '#' }, (line) => importer.write(line)),
    ];
  });

function checkStart(head: Head): void {
  if (head.lines.some((line) => parseStatement(line) !== undefined)) return;
  throw new AppError(
    'bad-input',
    'graph.not-ntriples',
    { name: head.file.name, lines: head.lines.length },
    { hint: 'hint.convert-to-ntriples' },
  );
}

interface Node {
  label?: string;
  /** Preference of the label as a name. */
  labelRank: number;
  type?: EntityType;
  /** Type implied by a relation. */
  implied?: EntityType;
  id?: number;
}

class NtriplesImporter {
  readonly #intake: Intake;
  readonly #nodes = new Map<string, Node>();

  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /** First pass: learns labels and types. */
  learn(line: Line): void {
    const statement = parseStatement(line.text);
    if (statement === undefined) return;
    const { predicate, object } = statement;
    const subject = this.#node(statement.subject);
    if (object.kind === 'literal') {
      const rank = LABELS.has(predicate) ? labelRank(predicate, object.language) : -1;
      if (rank > subject.labelRank && 'name' in checkName(object.value)) {
        subject.label = object.value;
        subject.labelRank = rank;
      }
    } else if (predicate === RDF_TYPE) {
      const type = typeNamed(localName(object.value));
      if (type !== undefined) subject.type ??= type;
    } else {
      this.#imply(localName(predicate), subject, this.#node(object));
    }
  }

  #imply(name: string, subject: Node, object: Node): void {
    const rule = relationRule(name);
    if (rule.tail === 'other' || rule.relation === 'IsA' || rule.relation === 'SameAs') return;
    const [head, tail] = rule.inverse ? [object, subject] : [subject, object];
    head.implied ??= rule.head;
    tail.implied ??= rule.tail;
  }

  #node(term: Term): Node {
    const key = term.kind === 'blank' ? `_:${term.value}` : term.value;
    let node = this.#nodes.get(key);
    if (node === undefined) {
      node = { labelRank: -1 };
      this.#nodes.set(key, node);
    }
    return node;
  }

  /** Second pass: writes entities, facts and edges. */
  write(line: Line): void {
    const statement = parseStatement(line.text);
    if (statement === undefined) {
      this.#intake.refuse(line, REASON.malformedTriple);
      return;
    }
    const subject = this.#entity(line, statement.subject);
    if (subject === undefined) return;
    if (statement.object.kind === 'literal') this.#writeLiteral(line, subject, statement);
    else if (statement.predicate !== RDF_TYPE) this.#writeEdge(line, subject, statement);
  }

  #writeLiteral(line: Line, id: number, { subject, predicate, object }: Statement): void {
    if (object.kind !== 'literal') return;
    if (!LABELS.has(predicate)) {
      this.#intake.fact(id, localName(predicate), object.value);
      return;
    }
    if (labelRank(predicate, object.language) < 0) {
      this.#intake.refuse(line, REASON.otherLanguage);
      return;
    }
    const name = this.#intake.name(object.value, line);
    if (name === undefined || object.value === this.#node(subject).label) return;
    if (object.language.startsWith('en') && PREFERRED.test(predicate)) this.#intake.fact(id, 'en', name);
    this.#intake.report.relation(localName(predicate));
    this.#intake.synonym(id, name);
  }

  #writeEdge(line: Line, subject: number, { predicate, object }: Statement): void {
    const target = this.#entity(line, object);
    if (target === undefined) return;
    const name = localName(predicate);
    this.#intake.report.relation(name);
    const rule = relationRule(name);
    const [head, tail] = rule.inverse ? [target, subject] : [subject, target];
    if (rule.relation !== 'SameAs') {
      this.#intake.edge(line, head, rule.relation, tail, 0);
      return;
    }
    const synonym = checkName(this.#nameOf(object) ?? '');
    if ('name' in synonym) this.#intake.synonym(subject, synonym.name);
  }

  #entity(line: Line, term: Term): number | undefined {
    const node = this.#node(term);
    if (node.id !== undefined) return node.id;
    const raw = this.#nameOf(term);
    if (raw === undefined) {
      this.#intake.refuse(line, REASON.unnamedNode);
      return undefined;
    }
    const name = this.#intake.name(raw, line);
    if (name === undefined) return undefined;
    const type = node.type ?? node.implied;
    node.id = this.#intake.resolve(name, type ?? 'other', type === undefined ? ANY_TYPE : []).id;
    return node.id;
  }

  #nameOf(term: Term): string | undefined {
    return this.#node(term).label ?? (term.kind === 'iri' ? localName(term.value) : undefined);
  }
}

/** Returns the preference of a label as an entity's name, higher is better; -1 for languages that are not imported. */
function labelRank(predicate: string, language: string): number {
  const [main] = language.split('-');
  const byLanguage = main === 'zh' ? 4 : main === '' ? 2 : main === 'en' ? 0 : undefined;
  if (byLanguage === undefined) return -1;
  return byLanguage + (PREFERRED.test(predicate) ? 10 : 0);
}
