import { LeftOutlined } from '@ant-design/icons';

/** The way up to the list a page belongs to. */
export function BackLink({ name, onBack }: { readonly name: string; readonly onBack: () => void }) {
  return (
    <button type="button" className="back-link muted" data-testid="back" onClick={onBack}>
      <LeftOutlined aria-hidden /> {name}
    </button>
  );
}
