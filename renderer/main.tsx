import './zod-setup.ts'; // first: schemas read its setting when they are made
import './styles/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFresh, queryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { startI18n } from './i18n/index.ts';
import { applyTheme } from './ui/theme.ts';

const dark = matchMedia('(prefers-color-scheme: dark)').matches;
applyTheme(dark ? 'dark' : 'light'); // until the settings are known
await startI18n('zh');
keepFresh();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
