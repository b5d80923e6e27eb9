/**
 * A process that exports again and again until it is killed: `folder` and `empty` into folders of many files with a
 * name each (`empty`: one that is there already), `zip` to one archive. Prints how often it has.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { brat } from '../../main/formats/annotations/brat.ts';
import { writeFiles } from '../../main/services/annotation-files/write-files.ts';

const [kind = '', path = '', documents = ''] = process.argv.slice(2);
for (let version = 1; ; version++) {
  const { files } = brat.write(
    Array.from({ length: Number(documents) }, (_, n) => ({
      name: `sub${n % 7}/${n}`,
      text: `${version}：${'汉'.repeat(200)}`,
      meta: {},
      items: [],
    })),
  );
  const target = kind === 'zip' ? path : join(path, String(version));
  if (kind === 'empty') mkdirSync(target);
  writeFiles(target, files);
  process.stdout.write(`${version}\n`);
}
