/** The window's only door under Electron: ask for a method, listen to an event. Nothing else is exposed. */
import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge } from '../shared/contract/index.ts';

const bridge: Bridge = {
  host: 'electron',
  invoke: (method, input) => ipcRenderer.invoke('meridian', method, input),
  on: (event, callback) => {
    const listener = (_event: unknown, name: string, data: unknown) => {
      if (name === event) callback(data);
    };
    ipcRenderer.on('meridian-event', listener);
    return () => ipcRenderer.off('meridian-event', listener);
  },
};

contextBridge.exposeInMainWorld('meridian', bridge);
