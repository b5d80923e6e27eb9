/** Types into a record as fast as it can and prints every acknowledged save. */

import { commitRecord, createRecord, saveDraft } from '../../main/services/records/records.ts';
import { openSession } from './session.ts';

const [dir = '', configDir = ''] = process.argv.slice(2);
const session = openSession(dir, configDir, 'typist');
const { id } = createRecord(session, { title: '入院记录', text: '0', origin: 'typed' });
let seen = { base: 1, draft: 0 };
for (let n = 1; ; n++) {
  seen = { ...seen, draft: saveDraft(session, id, seen, '发热'.repeat(2000) + n).draft };
  if (n % 20 === 0) {
    const { revision } = commitRecord(session, id, seen, '发热'.repeat(2000) + n, 'saved');
    seen = { base: revision, draft: 0 };
  }
  await new Promise((sent) => process.stdout.write(`${n}\n`, sent));
}
