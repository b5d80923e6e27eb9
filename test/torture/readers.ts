/** Every reader of files from outside, with the files that mutations begin with. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openConnection } from '../../main/db/connection.ts';
import { migrate } from '../../main/db/migrate.ts';
import { vectorFormat } from '../../main/engine/embeddings/files/vector-format.ts';
import { parseVectors, vectorChunks } from '../../main/engine/embeddings/stored-vectors.ts';
import { parseHfConfig } from '../../main/engine/io/hf-config.ts';
import { MODEL_FILES } from '../../main/engine/io/model-files.ts';
import { readOwnFolder } from '../../main/engine/io/model-folder.ts';
import { readPytorchBin } from '../../main/engine/io/pytorch-bin.ts';
import { readSafetensors } from '../../main/engine/io/safetensors.ts';
import { joinChunks } from '../../main/engine/io/tensor-data.ts';
import { FORMATS } from '../../main/formats/annotations/index.ts';
import { previewClassified } from '../../main/formats/preview-classified.ts';
import { readCorpus } from '../../main/formats/read-corpus.ts';
import { readDocuments } from '../../main/formats/read-documents.ts';
import { readLabelled } from '../../main/formats/read-labelled.ts';
import { previewTable, readTables } from '../../main/formats/table-documents.ts';
import { importGraph } from '../../main/kg/import/index.ts';
import { readAnnotations } from '../../main/services/annotation-files/read-annotations.ts';
import { readUnpacked } from '../../main/services/annotation-files/read-incoming.ts';
import { unpack } from '../../main/services/annotation-files/unpack.ts';
import { LineSealer } from '../../main/services/projects/exchange/checksummed-lines.ts';
import { readProjectLines } from '../../main/services/projects/exchange/read-project-lines.ts';
import { packProject } from '../../main/services/projects/exchange/write-project.ts';
import { readVectorFile } from '../../main/services/vectors/vector-files.ts';
import { readKeyFile } from '../../main/workspace/key.ts';
import { readSealed, writeSealed } from '../../main/workspace/sealed-file.ts';
import { readWorkspaceFile } from '../../main/workspace/workspace-file.ts';
import { manyDocuments } from '../helpers/many-documents.ts';
import { docxOf, docxTable, xlsxOf } from '../helpers/office.ts';
import { pdfOf, pdfParagraph } from '../helpers/pdf.ts';
import { makeProject } from '../helpers/projects.ts';
import { taggerFiles } from '../helpers/tagger.ts';
import { writeZip } from '../helpers/zip.ts';
import { openBelow } from './session.ts';

export interface Reader {
  readonly name: string;
  readonly seeds: readonly Uint8Array[];
  read(bytes: Uint8Array): unknown;
}

const fixtures = join(import.meta.dirname, '../fixtures');
const seedsIn = (folder: string, names: RegExp): Buffer[] =>
  readdirSync(join(fixtures, folder))
    .filter((name) => names.test(name))
    .map((name) => readFileSync(join(fixtures, folder, name)));

async function all(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _row of rows);
}

/** Returns the readers. @param folder for files of those that read from the disk */
export function readersIn(folder: string): Reader[] {
  /** Writes the input where a reader of paths finds it. */
  const at = (name: string, bytes: Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const documents = manyDocuments(2);
  const jsonl = Buffer.from(
    '{"id":"a","text":"咳嗽发热","entities":[{"start":0,"end":2,"type":"symptom"}],"label":"肺炎"}\n{"text":"头痛","entities":[],"label":["a"]}\n',
  );
  const csv = Buffer.from('text,label\n"咳嗽，发热",肺炎\n头痛,"[""a"",""b""]"\n');
  const docx = writeZip([
    { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
    {
      name: 'word/document.xml',
      deflate: true,
      content: Buffer.from(
        '<w:document xmlns:w="x"><w:body><w:p><w:r><w:t>咳嗽</w:t></w:r></w:p></w:body></w:document>',
      ),
    },
  ]);
  const workbook = xlsxOf({
    甲: [
      ['编号', '正文', '标签', 'score'],
      ['1', '咳嗽，发热', '肺炎', 0.5],
      [{ xml: '<c t="inlineStr"><is><t>2</t></is></c>' }, '头痛', { xml: '<c s="1"><v>45356</v></c>' }, null],
    ],
    乙: [['text'], ['x']],
  });
  const pdf = pdfOf([{ text: pdfParagraph(['主诉：发热三天', '现病史：咳嗽']) }]);
  const wordTable = docxOf(
    docxTable([
      ['编号', '正文'],
      ['1', '咳嗽\n三天'],
    ]),
  );
  const predictions = Buffer.from(
    '{"id":"a","text":"咳嗽发热","pred":[{"start":0,"end":2,"label":"症状","word":"咳嗽","score":0.9}],"out":[{"label":"肺炎","score":0.5}]}\n{"text":"头痛","pred":[[0,2,"症状"]],"out":"a"}\n',
  );
  const model = taggerFiles('bilstm-crf', { hiddenSize: 2 });
  const weights = joinChunks(model.weights);
  const folderOf = (change: Partial<Record<keyof typeof MODEL_FILES, Uint8Array>>) =>
    new Map<string, Uint8Array>([
      [MODEL_FILES.config, change.config ?? Buffer.from(JSON.stringify(model.config))],
      [MODEL_FILES.vocabulary, change.vocabulary ?? Buffer.from(model.vocabulary)],
      [MODEL_FILES.weights, change.weights ?? weights],
    ]);
  const vectors = {
    unit: 'word' as const,
    dimension: 3,
    tokens: ['咳嗽', 'b', 'c'],
    values: Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]),
  };
  const graph = { fingerprint: 'f', relationNames: ['甲', '乙'], relations: Float32Array.of(1, 2, 3, 4) };
  const { session, project, workspaceJson, key } = workspaceFiles(folder);
  writeSealed(join(folder, 'sealed'), [Buffer.from('咳嗽')], key);
  const sealed = readFileSync(join(folder, 'sealed'));

  return [
    ...FORMATS.flatMap(({ id, write }) => {
      const { files } = write(documents);
      return files.slice(0, 2).map(
        ({ name }, n): Reader => ({
          name: `annotations: ${id}${n === 0 ? '' : ', second file'}`,
          seeds: files.filter((file) => file.name.slice(-4) === name.slice(-4)).map(({ bytes }) => bytes),
          read: (bytes) =>
            readAnnotations(
              files.map((file) => (file.name === name ? { name, bytes } : file)),
              id,
            ),
        }),
      );
    }),
    {
      name: 'annotations: format guessed, archives',
      seeds: [...FORMATS.flatMap(({ write }) => write(documents).files[0]?.bytes ?? []), docx],
      read: (bytes) => readUnpacked(unpack('x', bytes), undefined),
    },
    ...['a.jsonl', 'a.json', 'a.txt', 'a.docx', 'a.pdf'].map(
      (name): Reader => ({
        name: `records: ${name.slice(1)}`,
        seeds: name === 'a.docx' ? [docx] : name === 'a.pdf' ? [pdf] : [jsonl],
        read: (bytes) => readDocuments(name, bytes),
      }),
    ),
    ...(
      [
        ['a.xlsx', workbook],
        ['a.docx', wordTable],
        ['a.csv', csv],
        ['a.jsonl', predictions],
      ] as const
    ).map(
      ([name, seed]): Reader => ({
        name: `tables of documents: ${name.slice(1)}`,
        seeds: [seed],
        read: (bytes) => {
          const preview = previewTable({ name, bytes });
          return preview.chosen === undefined ? preview : readTables([{ name, bytes }], preview.chosen);
        },
      }),
    ),
    ...['a.json', 'a.ndjson'].map(
      (name): Reader => ({
        name: `records: FHIR ${name.slice(1)}`,
        seeds: seedsIn('fhir', name === 'a.json' ? /\.json$/ : /ndjson$/),
        read: (bytes) => readDocuments(name, bytes),
      }),
    ),
    {
      name: 'records: HL7',
      seeds: seedsIn('hl7', /hl7$/),
      read: (bytes) => readDocuments('a.hl7', bytes),
    },
    {
      name: 'corpus',
      seeds: [jsonl],
      read: (bytes) => all(readCorpus([{ path: at('a.jsonl', bytes), name: 'a' }])),
    },
    { name: 'labelled texts', seeds: [jsonl], read: (bytes) => readLabelled(at('a.jsonl', bytes), 'a') },
    ...['a.csv', 'a.tsv', 'a.jsonl'].map(
      (name): Reader => ({
        name: `classified texts: ${name.slice(1)}`,
        seeds: [csv, jsonl],
        read: (bytes) => previewClassified(at(name, bytes), name, { task: 'classify' }),
      }),
    ),
    graphReader(at),
    {
      name: 'word vectors',
      seeds: Object.values(vectorFormat).map(({ write }) => joinChunks([...write(vectors)])),
      read: (bytes) => readVectorFile(at('v', bytes)),
    },
    {
      name: 'stored vectors',
      seeds: [joinChunks(vectorChunks({ vectors, folded: false, userWords: [{ word: '咳嗽' }], graph }))],
      read: parseVectors,
    },
    { name: 'safetensors', seeds: [weights], read: (bytes) => [...readSafetensors(bytes).tensors] },
    { name: 'PyTorch pickles', seeds: seedsIn('pytorch', /bin$/), read: readPytorchBin },
    {
      name: 'config of BERT',
      seeds: [
        Buffer.from(
          '{"model_type":"bert","vocab_size":10,"hidden_size":4,"num_hidden_layers":1,"num_attention_heads":2,"intermediate_size":8,"max_position_embeddings":16}',
        ),
      ],
      read: parseHfConfig,
    },
    ...(['config', 'vocabulary', 'weights'] as const).map(
      (part): Reader => ({
        name: `model: ${part}`,
        seeds: [folderOf({}).get(MODEL_FILES[part])!],
        read: (bytes) => readOwnFolder(folderOf({ [part]: bytes }), () => undefined),
      }),
    ),
    { name: 'project files', seeds: [project], read: (bytes) => [...readProjectLines('p', bytes)] },
    {
      name: 'project files, checksums renewed',
      seeds: [project],
      read: (bytes) => [...readProjectLines('p', resealed(bytes))],
    },
    {
      name: 'workspace.json',
      seeds: [workspaceJson],
      read: (bytes) => {
        at('workspace.json', bytes);
        return readWorkspaceFile(folder);
      },
    },
    {
      name: 'key files',
      seeds: [readFileSync(session.keyPath)],
      read: (bytes) => readKeyFile(at('x.key', bytes)),
    },
    { name: 'sealed files', seeds: [sealed], read: (bytes) => readSealed(at('sealed', bytes), key) },
  ];
}

function workspaceFiles(folder: string) {
  const dir = join(folder, 'made');
  mkdirSync(dir);
  const session = openBelow(dir);
  makeProject(session, ['咳嗽发热', '头痛']);
  packProject(session, 1, join(folder, 'p.jsonl'));
  const { keyPath = '' } = session.workspace.info();
  const { key } = session.workspace;
  session.workspace.close();
  return {
    session: { keyPath },
    key,
    project: readFileSync(join(folder, 'p.jsonl')),
    workspaceJson: readFileSync(join(dir, 'workspace', 'workspace.json')),
  };
}

/** Gives altered lines the checksums of a file that was written so. */
function resealed(bytes: Uint8Array): Uint8Array {
  const sealer = new LineSealer();
  const lines = Buffer.from(bytes)
    .toString()
    .split('\n')
    .flatMap((line) => {
      try {
        const { data } = z.object({ data: z.unknown() }).parse(JSON.parse(line));
        return [sealer.line(data)];
      } catch {
        return [];
      }
    });
  return Buffer.from(lines.join(''));
}

/** Imports into a database in memory, a new one after every hundred files. */
function graphReader(at: (name: string, bytes: Uint8Array) => string): Reader {
  const open = () => {
    const made = openConnection(':memory:', { key: null });
    migrate(made, () => undefined);
    return made;
  };
  let db = open();
  let files = 0;
  return {
    name: 'graphs: format detected',
    seeds: [
      ...seedsIn('kg', /\.(csv|tsv|nt|jsonl|txt)$/),
      ...seedsIn('kg/umls', /RRF$/),
      ...seedsIn('kg/starter', /tsv$/),
    ],
    read: (bytes) => {
      if (++files % 100 === 0) {
        db.close();
        db = open();
      }
      return all(importGraph(db, { name: 'g', path: at('g', bytes) }, { format: 'auto' }));
    },
  };
}
