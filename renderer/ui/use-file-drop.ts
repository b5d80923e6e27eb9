import { useEffect, useState } from 'react';
import { droppedFiles } from '../lib/dropped-files.ts';

interface DropOptions {
  /** Folders bring their files, with their paths; else they are no file that can be read. */
  readonly folders?: boolean;
}

/** Files dragged anywhere over the window; true while they hover. Only one part of the window may take them at a time. */
export function useFileDrop(
  onFiles: (files: readonly File[]) => void,
  enabled: boolean,
  { folders = false }: DropOptions = {},
): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!enabled) return;
    const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const drag = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false); // left the window, not just an element
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      event.stopPropagation(); // the editor would insert the file's name
      const { dataTransfer } = event;
      if (dataTransfer === null) return;
      const files = [...dataTransfer.files];
      if (!folders) return onFiles(files);
      // A folder that cannot be listed is reported when it is read.
      void droppedFiles(dataTransfer).then(onFiles, () => onFiles(files));
    };
    window.addEventListener('dragover', drag, true);
    window.addEventListener('dragleave', leave, true);
    window.addEventListener('drop', drop, true);
    return () => {
      window.removeEventListener('dragover', drag, true);
      window.removeEventListener('dragleave', leave, true);
      window.removeEventListener('drop', drop, true);
    };
  }, [onFiles, enabled, folders]);
  return over && enabled;
}
