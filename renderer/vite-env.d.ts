/// <reference types="vite/client" />
import type { Bridge } from '../shared/contract/index.ts';

declare global {
  interface Window {
    /** Put there by the preload script under Electron; absent in a plain browser. */
    readonly meridian?: Bridge;
  }
}
