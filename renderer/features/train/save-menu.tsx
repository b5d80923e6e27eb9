import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { saveFile } from '../../lib/download.ts';
import { useNotices } from '../../ui/use-notices.tsx';

interface SaveMenuProps<F extends string> {
  readonly name: string;
  readonly testId: string;
  readonly formats: readonly F[];
  readonly formatName: (format: F) => string;
  readonly fetchFile: (format: F) => Promise<Parameters<typeof saveFile>[0]>;
}

/** A button that saves a file in one of several formats. */
export function SaveMenu<F extends string>(props: SaveMenuProps<F>) {
  const { name, testId, formats, formatName, fetchFile } = props;
  const notices = useNotices();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: formats.map((format) => ({
          key: format,
          label: formatName(format),
          onClick: () => void fetchFile(format).then(saveFile).catch(notices.fail),
        })),
      }}
    >
      <Button icon={<DownOutlined />} iconPlacement="end" data-testid={testId}>
        {name}
      </Button>
    </Dropdown>
  );
}
