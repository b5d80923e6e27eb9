import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from './error-note.tsx';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly failed: boolean;
}

/** Keeps one broken part of the window from taking the rest with it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Crashed error={this.state.error} onRetry={() => this.setState({ error: undefined, failed: false })} />
    );
  }
}

function Crashed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="crashed">
      <p>{t('error.crashed')}</p>
      <ErrorNote error={error} onRetry={onRetry} />
    </div>
  );
}
