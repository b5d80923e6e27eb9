/** A process that writes a sealed file again and again, each time all of one byte, and prints every version written. */
import { writeSealed } from '../../main/workspace/sealed-file.ts';

const [file = '', hex = '', bytes = ''] = process.argv.slice(2);
for (let version = 0; ; version++) {
  const content = new Uint8Array(Number(bytes)).fill(version % 256);
  writeSealed(file, [content.subarray(0, 1000), content.subarray(1000)], Buffer.from(hex, 'hex'));
  process.stdout.write(`${version}\n`);
}
