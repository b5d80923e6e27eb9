/** A process that builds and keeps the linker's tables of a workspace again and again, and prints the mentions of a text. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { GraphLinker } from '../../main/inference/graph-linker.ts';
import { linkerFolder } from '../../main/inference/linker-store.ts';
import { fileKeyOf } from '../../main/workspace/file-key.ts';
import { Workspace } from '../../main/workspace/workspace.ts';

const [dir = '', text = '', times = 'Infinity'] = process.argv.slice(2);
const workspace = Workspace.open(join(dir, 'workspace'), { configDir: join(dir, 'config') });
const store = { workspaceDir: workspace.dir, fileKey: fileKeyOf(workspace) };
for (let i = 0; i < Number(times); i++) {
  if (i % 2 === 1) rmSync(linkerFolder(workspace.dir), { recursive: true, force: true });
  const { mentions } = GraphLinker.load(workspace.db, store).annotate(text);
  process.stdout.write(`${mentions.map((mention) => mention.name).join()}\n`);
}
workspace.close();
