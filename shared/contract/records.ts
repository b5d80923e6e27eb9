/** Requests and events of records: documents, their analysis, diagnoses; part of the contract. */

import { z } from 'zod';
import { CorrectionChange, MAX_CORRECTIONS, MentionRule } from '../domain/correction.ts';
import { Candidate, Decision, Diagnosis } from '../domain/diagnosis.ts';
import {
  DocumentFilter,
  DocumentFull,
  DocumentId,
  DocumentOrder,
  DocumentPage,
  DocumentSummary,
  DocumentTotals,
  ExportFormat,
  Revision,
  SearchPage,
  SearchPlace,
} from '../domain/document.ts';
import { EntitySummary } from '../domain/graph.ts';
import { GivenName, ShortName, Text, Upload } from '../domain/limits.ts';
import { StandardTerm } from '../domain/normalisation.ts';
import { Explanation, TextPrediction } from '../domain/prediction.ts';
import {
  DecidedRelation,
  MAX_MENTIONS,
  RecordRelation,
  RelationState,
  TypedMention,
} from '../domain/record-relations.ts';
import { SimilarPage } from '../domain/similar.ts';
import { TemplateList, Templates } from '../domain/template.ts';
import { TextAnalysis } from '../domain/text-analysis.ts';
import { PredictedSpan } from '../domain/training.ts';
import { Message } from '../messages/message.ts';
import { Done, FileData, Nothing, Ticket } from './common.ts';
import { DeidExport } from './deid.ts';

/** A text, and the record that it is a version of. */
const VersionOfRecord = z.object({ text: Text, documentId: DocumentId.optional() });

export const recordsContract = {
  /** Lists documents one page at a time, as they were added unless another order is named. */
  'docs.list': {
    input: DocumentFilter.extend({
      order: DocumentOrder.optional(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(100),
    }),
    output: DocumentPage,
  },
  'docs.ids': { input: DocumentFilter, output: z.array(DocumentId) },
  'docs.totals': { input: Nothing, output: DocumentTotals },
  /** Opens a record, which is audited. `again`: the window has it open and reads it anew. */
  'docs.get': {
    input: z.object({ id: DocumentId, again: z.boolean().default(false) }),
    output: DocumentFull,
  },
  'docs.create': {
    input: z.object({ title: z.string().min(1).max(200), text: Text, origin: ShortName }),
    output: DocumentFull,
  },
  /** Opens files of records, pictures of pages too. Unreadable files are refused by name. Cancellable by its ticket. */
  'docs.import': {
    input: z.object({
      files: z
        .array(FileData.extend({ base64: Upload }))
        .min(1)
        .max(1000),
      ticket: Ticket.optional(),
    }),
    output: z.object({
      created: z.array(DocumentSummary),
      refused: z.array(
        z.object({
          name: z.string(),
          reason: Message,
          /** Present when one entry stands for several refused lines. */
          count: z.number().int().optional(),
          /** The file was opened without this part. */
          part: z.literal(true).optional(),
        }),
      ),
    }),
  },
  /** Says that a person has compared a text read from pictures with them. */
  'docs.scanChecked': { input: z.object({ id: DocumentId }), output: DocumentSummary },
  /** Lists templates of records and phrases of their sections. */
  'templates.list': { input: Nothing, output: TemplateList },
  /** Replaces the list; null restores the one that comes with the app. `conflict` when it is no longer `version`. */
  'templates.save': {
    input: z.object({ templates: Templates.nullable(), version: z.string().max(64) }),
    output: TemplateList,
  },
  'docs.rename': {
    input: z.object({ id: DocumentId, title: z.string().min(1).max(200) }),
    output: DocumentSummary,
  },
  'docs.delete': { input: z.object({ id: DocumentId }), output: Done },
  /**
   * Autosave between revisions. `base` and `draft` are the revision and autosave seen last; `conflict` if either is
   * newer.
   */
  'docs.saveDraft': {
    input: z.object({ id: DocumentId, text: Text, base: z.number().int(), draft: z.number().int() }),
    output: z.object({ at: z.string(), draft: z.number().int() }),
  },
  'docs.commit': {
    input: z.object({
      id: DocumentId,
      text: Text,
      base: z.number().int(),
      draft: z.number().int(),
      reason: z.string().max(500),
    }),
    output: DocumentSummary,
  },
  'docs.revisions': { input: z.object({ id: DocumentId }), output: z.array(Revision) },
  'docs.revision': {
    input: z.object({ id: DocumentId, number: z.number().int() }),
    output: z.object({ text: z.string() }),
  },
  'docs.restore': { input: z.object({ id: DocumentId, number: z.number().int() }), output: DocumentFull },
  /** Locks a record; its draft becomes a revision first. */
  'docs.archive': {
    input: z.object({ id: DocumentId, reason: z.string().max(1000).default('') }),
    output: DocumentSummary,
  },
  'docs.unarchive': {
    input: z.object({ id: DocumentId, reason: z.string().trim().min(1).max(1000) }),
    output: DocumentSummary,
  },
  'docs.search': {
    input: z.object({
      query: z.string().min(1).max(200),
      limit: z.number().int().min(1).max(200),
      from: SearchPlace.optional(),
    }),
    output: SearchPage,
  },
  /**
   * Finds records similar to a text, without the record that it is a version of. Cancellable by its ticket. Answers after
   * about a second from the records read so far.
   */
  'docs.similar': {
    input: VersionOfRecord.extend({
      count: z.number().int().min(1).max(100).default(10),
      ticket: Ticket.optional(),
    }),
    output: SimilarPage,
  },
  'docs.export': {
    input: z.object({
      ids: z.array(DocumentId).min(1).max(1_000_000),
      format: ExportFormat,
      ...DeidExport,
      ticket: Ticket.optional(),
    }),
    output: FileData,
  },

  /** Analyses a text; with a record, which the text is a version of, its corrections apply. Rules always do. */
  'text.annotate': { input: VersionOfRecord, output: TextAnalysis },

  'diagnosis.rank': {
    input: VersionOfRecord.extend({ top: z.number().int().min(1).max(50) }),
    output: Diagnosis,
  },
  'diagnosis.decide': {
    input: z.object({
      documentId: DocumentId,
      candidate: Candidate.pick({ score: true }).extend({ entity: EntitySummary.pick({ id: true }) }),
      decision: z.enum(['accepted', 'overridden']),
      reason: z.string().max(1000).optional(),
    }),
    output: Decision,
  },
  'diagnosis.decisions': { input: z.object({ documentId: DocumentId }), output: z.array(Decision) },
  /** Prediction of the diagnosis model; null when none is used. */
  'diagnosis.predict': { input: z.object({ text: Text }), output: TextPrediction.nullable() },
  /** Standard terms for the name of a diagnosis; null when no model of standard terms is used. */
  'diagnosis.terms': {
    input: z.object({ name: z.string().min(1).max(500) }),
    output: z.array(StandardTerm).nullable(),
  },
  /** Words that influenced a label of that model. `requests.cancel` with the ticket stops it. */
  'diagnosis.explain': {
    input: z.object({ text: Text, label: z.string().max(500), model: z.int(), ticket: Ticket.optional() }),
    output: Explanation,
  },

  /** Relations between mentions of a text by the model in use; null when none is used. Cancellable by its ticket. */
  'relations.find': {
    input: z.object({
      text: Text,
      mentions: z.array(TypedMention).max(MAX_MENTIONS),
      ticket: Ticket.optional(),
    }),
    output: z.object({ model: z.string(), relations: z.array(RecordRelation) }).nullable(),
  },
  /** Decisions about a record's relations, newest first. */
  'relations.list': { input: z.object({ documentId: DocumentId }), output: z.array(DecidedRelation) },
  /** Accepts or rejects a relation; `waiting` takes the decision back. */
  'relations.decide': {
    input: z.object({
      documentId: DocumentId,
      relation: RecordRelation,
      /** Name of the model that found it. */
      model: GivenName,
      state: RelationState,
    }),
    output: Done,
  },

  /** Makes, changes and takes back corrections of highlights, all or none. `base` and `draft` as for `docs.saveDraft`. */
  'corrections.apply': {
    input: z.object({
      documentId: DocumentId,
      base: z.number().int(),
      draft: z.number().int(),
      changes: z.array(CorrectionChange).min(1).max(MAX_CORRECTIONS),
    }),
    output: Done,
  },
  /** Words that are never marked in this workspace, newest first. */
  'corrections.rules': { input: Nothing, output: z.array(MentionRule) },
  'corrections.setRule': { input: MentionRule.pick({ words: true, type: true, active: true }), output: Done },
  'corrections.exportRules': { input: Nothing, output: FileData },

  /** Entities by the model in use; none, with `model` null, when no model is in use. */
  'text.predict': {
    input: VersionOfRecord,
    output: z.object({
      model: z.object({ id: z.int(), name: z.string() }).nullable(),
      entities: z.array(PredictedSpan),
    }),
  },
} as const;

export const recordsEvents = {
  'docs.changed': z.object({ id: DocumentId.optional() }),
  /** Highlights of a record were corrected; without one, the workspace's rules changed. */
  'corrections.changed': z.object({ documentId: DocumentId.optional() }),
} as const;
