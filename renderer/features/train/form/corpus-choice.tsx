import { useTranslation } from 'react-i18next';
import { useDataSets } from '../../../api/training.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { CorpusOfRecords } from './corpus-of-records.tsx';
import { type DataChoiceProps, NoData, SetField } from './data-choice.tsx';

/** Choice of the corpus of an encoder and its dev set: a share of the same corpus unless another is chosen. */
export function CorpusChoice({ draft: { train, dev }, tried, onChange }: DataChoiceProps) {
  const { t } = useTranslation();
  const { data, error } = useDataSets();
  const corpora = data?.filter(({ task }) => task === 'pretrain');
  if (error !== null) return <ErrorNote error={error} />;
  if (corpora === undefined) return null;
  const ofRecords = <CorpusOfRecords onCorpus={(id) => onChange({ train: id })} />;
  if (corpora.length === 0)
    return (
      <>
        <NoData text={t('pretrain.data.none')} tried={tried} />
        {ofRecords}
      </>
    );
  return (
    <>
      <SetField
        testId="set-train"
        name={t('pretrain.data.corpus')}
        help={t('pretrain.data.corpusHelp')}
        chosen={train}
        sets={corpora}
        tried={tried}
        onChange={(id) => onChange({ train: id })}
      />
      {ofRecords}
      <SetField
        testId="set-dev"
        name={t('pretrain.data.dev')}
        help={t(dev !== null && dev === train ? 'pretrain.data.same' : 'pretrain.data.devHelp')}
        none={t('pretrain.data.share')}
        chosen={dev}
        sets={corpora}
        tried={tried}
        onChange={(id) => onChange({ dev: id })}
      />
    </>
  );
}
