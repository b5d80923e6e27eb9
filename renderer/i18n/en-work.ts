/** Work that takes a while, in English. */
import type { work as zh } from './zh-work.ts';

export const work: typeof zh = {
  cancel: 'Cancel: {{title}}',
  cancelled: 'Cancelled; nothing was changed',
  again: 'Compute',
  agreement: 'Computing the agreement…',
  exporting: 'Exporting…',
  stage: {
    reading: 'Reading files',
    gathering: 'Reading annotations',
    comparing: 'Comparing documents',
    resampling: 'Estimating intervals',
    finding: 'Looking for what identifies people',
    hiding: 'Replacing what identifies people',
    writing: 'Writing files',
    preparing: 'Preparing documents',
    keeping: 'Storing documents',
  },
};
