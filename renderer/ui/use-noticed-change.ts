import type { Method } from '../../shared/contract/index.ts';
import { useChange } from '../api/requests.ts';
import { useNotices } from './use-notices.tsx';

/** Returns the mutation of a request; a failure is shown as a notice. */
export const useNoticedChange = <M extends Method>(method: M) => useChange(method, useNotices().fail);
