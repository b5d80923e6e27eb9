import { LeftOutlined } from '@ant-design/icons';

interface BackLinkProps {
  readonly name: string;
  readonly onBack: () => void;
}

/** The way up to the list a page belongs to. */
export function BackLink({ name, onBack }: BackLinkProps) {
  return (
    <button type="button" className="back-link muted" data-testid="back" onClick={onBack}>
      <LeftOutlined aria-hidden /> {name}
    </button>
  );
}
