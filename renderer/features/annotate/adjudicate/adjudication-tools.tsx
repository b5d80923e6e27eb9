import { DownOutlined } from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../shared/domain/project.ts';
import { useMay } from '../../../api/accounts.ts';
import { useDifferences } from '../../../api/annotation.ts';
import { formatCount } from '../../../lib/format.ts';
import { useScreenCommands } from '../../../lib/keyboard/use-screen-commands.ts';
import { useCommandMaker } from '../../../ui/use-command-maker.ts';
import type { AnnotateRoute } from '../route.ts';
import { useMajority } from './use-majority.ts';

interface AdjudicationToolsProps {
  readonly project: Project;
  readonly onGo: (route: AnnotateRoute) => void;
}

/** Shows what is left to decide in a project, and the ways to decide it. */
export function AdjudicationTools({ project, onGo }: AdjudicationToolsProps) {
  const { t } = useTranslation();
  const may = useMay();
  const command = useCommandMaker();
  const { modal } = App.useApp();
  const { data } = useDifferences(project.id);
  const takeMajority = useMajority(project.id, onGo);
  const mayDecide = may('adjudication.majority');
  useScreenCommands(
    useMemo(
      () => (mayDecide ? [command('takeMajorityEverywhere', () => void takeMajority())] : []),
      [mayDecide, command, takeMajority],
    ),
  );
  if (data === undefined) return null;
  const waiting = data.filter(({ open }) => open > 0);
  const left = waiting.reduce((sum, { open }) => sum + open, 0);
  const askTakeAll = (name: string): void =>
    void modal.confirm({
      title: t('annotate.adjudication.takeAllQuestion', { n: formatCount(left), name }),
      content: t('annotate.adjudication.takeAllBody'),
      okText: t('annotate.adjudication.takeAllOf', { name }),
      onOk: () => takeMajority(undefined, name),
    });
  return (
    <div className="agreement-tools" data-testid="adjudication-tools" data-left={left}>
      <strong>
        {left === 0
          ? t('annotate.adjudication.doneInProject')
          : t('annotate.adjudication.leftInProject', {
              n: formatCount(left),
              documents: formatCount(waiting.length),
            })}
      </strong>
      <span className="spacer" />
      {mayDecide && left > 0 && (
        <>
          <Button
            title={t('annotate.adjudication.majorityHint')}
            data-testid="take-majority"
            onClick={() => void takeMajority()}
          >
            {t('annotate.adjudication.majority')}
          </Button>
          <Dropdown
            trigger={['click']}
            menu={{
              items: project.members.map((name) => ({
                key: name,
                label: name,
                onClick: () => askTakeAll(name),
              })),
            }}
          >
            <Button data-testid="take-all">
              {t('annotate.adjudication.takeAllEverywhere')} <DownOutlined />
            </Button>
          </Dropdown>
          <Button
            type="primary"
            data-testid="begin-adjudication"
            onClick={() =>
              onGo({ kind: 'adjudicate', project: project.id, document: waiting[0]?.documentId ?? null })
            }
          >
            {t('annotate.adjudication.begin')}
          </Button>
        </>
      )}
    </div>
  );
}
