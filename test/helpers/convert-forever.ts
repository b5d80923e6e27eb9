/** A process that exports the same documents again and again to one path, and prints how often it has. */
import { meridian } from '../../main/formats/annotations/meridian.ts';
import { writeFiles } from '../../main/services/annotation-files/write-files.ts';

const [path = '', chars = ''] = process.argv.slice(2);
for (let version = 1; ; version++) {
  const document = { name: String(version), text: '汉'.repeat(Number(chars)), meta: {}, items: [] };
  writeFiles(path, meridian.write([document]).files);
  process.stdout.write(`${version}\n`);
}
