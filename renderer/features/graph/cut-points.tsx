import { Button, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CutPoint, PhraseFilter } from '../../../shared/domain/phrases.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../api/requests.ts';
import { formatCount } from '../../lib/format.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';

type Change = Pick<CutPoint, 'character' | 'side' | 'active'>;

/** Characters at which long names are cut; a change cuts anew what nobody has decided about. */
export function CutPoints({ list }: { readonly list: number }) {
  const { t } = useTranslation();
  const { attempt, busy } = useAttempt();
  const [changed, setChanged] = useState<number | undefined>(undefined);
  const { data, error } = useAnswer('phrases.page', { list, filter: PhraseFilter.parse({ limit: 1 }) });
  const change = (point: Change) =>
    void attempt(async () => setChanged((await call('phrases.setCutPoint', { list, ...point })).changed));
  return (
    <div className="cut-points">
      <p className="muted">{t('graph.cutPointsAbout')}</p>
      <AddPoint busy={busy} onAdd={change} />
      <p className="muted fine" role="status">
        {busy && t('graph.cuttingAnew')}
        {!busy && changed !== undefined && t('graph.cutAnew', { n: formatCount(changed) })}
      </p>
      {error !== null && <ErrorNote error={error} />}
      <table className="graph-table" data-testid="cut-points">
        <TableHead
          columns={[
            t('graph.character'),
            t('graph.side'),
            t('graph.borders'),
            t('graph.borderShare'),
            t('graph.active'),
          ]}
        />
        <tbody>
          {data?.cutPoints.map((point) => {
            const { character, side, count, share, active } = point;
            return (
              <tr key={`${side} ${character}`} data-testid="cut-point">
                <td>{character}</td>
                <td>{t(`graph.sideOf.${side}`)}</td>
                <td className="tabular">{formatCount(count)}</td>
                <td className="tabular">{share.toFixed(2)}</td>
                <td>
                  <Switch
                    size="small"
                    checked={active}
                    disabled={busy}
                    aria-label={`${character} ${t(`graph.sideOf.${side}`)}`}
                    onChange={(on) => change({ character, side, active: on })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function AddPoint({ busy, onAdd }: { readonly busy: boolean; readonly onAdd: (point: Change) => void }) {
  const { t } = useTranslation();
  const [character, setCharacter] = useState('');
  const [side, setSide] = useState<CutPoint['side']>('end');
  const isGood = CutPoint.shape.character.safeParse(character).success;
  const add = () => {
    if (!isGood) return;
    onAdd({ character, side, active: true });
    setCharacter('');
  };
  return (
    <div className="row wrap completion-tools">
      <Input
        className="cut-character"
        value={character}
        maxLength={2}
        placeholder={t('graph.character')}
        aria-label={t('graph.character')}
        onChange={(event) => setCharacter(event.target.value.trim())}
        onPressEnter={add}
      />
      <Select
        value={side}
        aria-label={t('graph.side')}
        options={(['end', 'start'] as const).map((value) => ({ value, label: t(`graph.sideOf.${value}`) }))}
        onChange={setSide}
      />
      <Button disabled={!isGood || busy} onClick={add}>
        {t('graph.addCutPoint')}
      </Button>
    </div>
  );
}
