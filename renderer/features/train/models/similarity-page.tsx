import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SimilarityReport } from '../../../../shared/domain/probe.ts';
import { call } from '../../../api/client.ts';
import { useKeptWork } from '../../../api/stoppable.ts';
import { useDataSets, useModels } from '../../../api/training.ts';
import { useVectors } from '../../../api/vectors.ts';
import { formatCount, formatShare } from '../../../lib/format.ts';
import { TableHead } from '../../../ui/table-head.tsx';
import { setOptions } from '../form/data-choice.tsx';
import type { SimilarityOf } from '../route.ts';
import { useTrain } from '../train-context.ts';
import { GraphTest, NumberField } from './graph-test.tsx';

const SETS = ['D1', 'D2', 'D3'] as const;
const PAIRS = 2000;

/** Intrinsic similarity of names of the graph, for a model or for vectors. */
export function SimilarityPage({ of }: { readonly of: SimilarityOf }) {
  const { t } = useTranslation();
  const { go } = useTrain();
  const models = useModels().data ?? [];
  const vectors = useVectors().data ?? [];
  const corpora = (useDataSets().data ?? []).filter(({ task }) => task === 'pretrain');
  const [corpus, setCorpus] = useState<number>();
  const [limit, setLimit] = useState(PAIRS);
  const isModel = 'model' in of;
  const { name = '' } = (isModel ? models : vectors).find(({ id }) => id === Object.values(of)[0]) ?? {};
  const work = useKeptWork(`similarity ${JSON.stringify(of)}`, (ticket) =>
    call('models.similarity', { ...of, limit, corpus, ticket }),
  );
  return (
    <GraphTest
      title={t('train.graphTest.similarityTitle', { name })}
      about={t('train.graphTest.similarityAbout')}
      testId="similarity-page"
      back={{
        name: t(isModel ? 'train.section.models' : 'train.section.vectors'),
        onBack: () => go(isModel ? { kind: 'models', id: of.model } : { kind: 'vectors' }),
      }}
      work={work}
      fields={
        <>
          <NumberField
            name={t('train.graphTest.pairLimit')}
            value={limit}
            range={[1, 1_000_000]}
            onChange={setLimit}
          />
          <Select
            allowClear
            value={corpus ?? null}
            popupMatchSelectWidth={false}
            placeholder={t('train.graphTest.noCorpus')}
            aria-label={t('train.graphTest.noCorpus')}
            options={setOptions(corpora, t)}
            onChange={(value) => setCorpus(value ?? undefined)}
          />
        </>
      }
    >
      {work.data !== undefined && <Report report={work.data} />}
    </GraphTest>
  );
}

/** A set without pairs that can be compared has none. */
const accuracyOf = ({ covered, accuracy }: SimilarityReport['sets']['D1']): string =>
  covered === 0 ? '–' : formatShare(accuracy);

function Report({ report: { sets, baseline, withoutNegatives } }: { readonly report: SimilarityReport }) {
  const { t } = useTranslation();
  return (
    <div className="table-holder">
      <table className="train-table" data-testid="similarity-sets">
        <TableHead
          columns={[
            t('train.graphTest.set'),
            { number: t('train.graphTest.pairs') },
            { number: t('train.graphTest.characters') },
            { number: t('train.graphTest.covered') },
            { number: t('train.graphTest.accuracy') },
          ]}
        />
        <tbody>
          {SETS.map((set) => (
            <tr key={set}>
              <th scope="row" className="main-cell">
                {set} <span className="muted">{t(`train.graphTest.sets.${set}`)}</span>
              </th>
              <td className="number">{formatCount(sets[set].pairs)}</td>
              <td className="number">{accuracyOf(baseline[set])}</td>
              <td className="number">{formatCount(sets[set].covered)}</td>
              <td className="number">{accuracyOf(sets[set])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {withoutNegatives > 0 && (
        <p className="muted fine graph-test-note">
          {t('train.graphTest.withoutNegatives', { n: formatCount(withoutNegatives) })}
        </p>
      )}
    </div>
  );
}
