/** kge*.json: margin losses of TransE and TransR with given negatives, and their gradients. */
import { z } from 'zod';
import { HEAD, TAIL } from '../../main/engine/embeddings/graph/interaction.ts';
import { GraphEmbeddingSettings } from '../../shared/domain/graph-embeddings.ts';
import { gradientsOf, type SmallGraph } from '../main/engine/embeddings/graph/small-graph.ts';
import { ArrayJson, expectGradient, expectLoss } from './arrays.ts';

const Triple = z.tuple([z.number(), z.number(), z.number()]);
const KgeFile = z.object({
  inputs: z.object({ triples: z.array(Triple), negatives: z.array(Triple) }),
  params: z.object({ ent: ArrayJson, rel: ArrayJson, ent_r: ArrayJson, rel_r: ArrayJson, M: ArrayJson }),
  loss: z.number(),
  grad_params: z.record(z.string(), ArrayJson),
});
type KgeFile = z.infer<typeof KgeFile>;

const rowsOf = ({ shape: [rows = 0], data }: z.infer<typeof ArrayJson>): Float64Array[] =>
  Array.from({ length: rows }, (_, row) =>
    Float64Array.from(data.slice((row * data.length) / rows, ((row + 1) * data.length) / rows)),
  );

const examplesOf = ({ inputs: { triples, negatives } }: KgeFile): SmallGraph['examples'] =>
  triples.map((triple, i) => {
    const negative = negatives[i]!;
    return { triple, negatives: [negative[0] === triple[0] ? [TAIL, negative[2]] : [HEAD, negative[0]]] };
  });

const SETTINGS = { loss: 'margin', margin: 1, negatives: 1 };

export async function checkKge(json: unknown): Promise<void> {
  const file = KgeFile.parse(json);
  const { params, grad_params: expected } = file;
  const examples = examplesOf(file);
  const transE = gradientsOf(
    GraphEmbeddingSettings.parse({ ...SETTINGS, model: 'transe', dimension: params.ent.shape[1] }),
    { entities: rowsOf(params.ent), relations: rowsOf(params.rel), examples },
  );
  const [, dimension, relationDimension] = params.M.shape;
  const matrices = rowsOf(params.M);
  const transR = gradientsOf(
    GraphEmbeddingSettings.parse({ ...SETTINGS, model: 'transr', dimension, relationDimension }),
    {
      entities: rowsOf(params.ent_r),
      relations: rowsOf(params.rel_r).map((row, i) => Float64Array.of(...row, ...matrices[i]!)),
      examples,
    },
  );
  expectLoss('loss', transE.loss + transR.loss, file.loss);
  const check = (name: string, rows: readonly Float32Array[]) =>
    expectGradient(
      name,
      rows.flatMap((row) => [...row]),
      expected[name]!.data,
    );
  check('ent', transE.entities);
  check('rel', transE.relations);
  check('ent_r', transR.entities);
  check(
    'rel_r',
    transR.relations.map((row) => row.subarray(0, relationDimension)),
  );
  check(
    'M',
    transR.relations.map((row) => row.subarray(relationDimension)),
  );
}
